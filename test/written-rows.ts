import { randomUUID } from 'node:crypto';
import type { TestApp } from '#test/app.ts';
import type { TestClient, World } from '#test/world.ts';

/** The application and its people. */
type Ground = { app: TestApp; world: World };

/** A lead of beta with a call, or with a reminder. */
export async function anyLead({ app, world }: Ground, table: 'call_logs' | 'reminders'): Promise<string> {
  return await app.database.asOwner(async (owner) => {
    const { schema, manager } = world.beta;
    await owner.query(`UPDATE ${schema}.${table} SET user_id = $1`, [manager.id]);
    return (
      (await owner.query<{ lead_id: string }>(`SELECT lead_id FROM ${schema}.${table}`)).rows[0]?.lead_id ??
      ''
    );
  });
}

/** A product that no endpoint has made. */
export async function addProduct({ app }: Ground, { schema }: TestClient): Promise<string> {
  const id = randomUUID();
  await app.database.asOwner(async (owner) => {
    await owner.query(`INSERT INTO ${schema}.products (id, name) VALUES ($1, 'Sofa')`, [id]);
  });
  return id;
}

/** An import of this client, which has made the lead. */
export async function addImport({ app }: Ground, { schema }: TestClient, leadId: string): Promise<string> {
  const id = randomUUID();
  await app.database.asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO ${schema}.operations (id, kind, leads, summary) VALUES ($1, 'import', 1, 'a.csv')`,
      [id],
    );
    await owner.query(
      `INSERT INTO ${schema}.operation_leads (operation_id, lead_id, version) VALUES ($1, $2, 1)`,
      [id, leadId],
    );
  });
  return id;
}
