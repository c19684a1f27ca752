import { randomUUID } from 'node:crypto';
import { accessTokens } from '#shared/accounts/access-tokens.ts';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import type { TestApp } from '#test/app.ts';
import type { Person, TestClient, World } from '#test/world.ts';

/** The application and its users. */
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

/** A product that no endpoint has created. */
export async function addProduct({ app }: Ground, { schema }: TestClient): Promise<string> {
  const id = randomUUID();
  await app.database.asOwner(async (owner) => {
    await owner.query(`INSERT INTO ${schema}.products (id, name) VALUES ($1, 'Sofa')`, [id]);
  });
  return id;
}

/** An import of this client that created the lead. */
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

/** An API key of this client. */
export async function addKey({ app }: Pick<Ground, 'app'>, { id, admin }: TestClient): Promise<string> {
  const body = { client_id: id, allowed_origins: ['https://beta.example.com'] };
  await app.call(apiKeys.create, { body }, admin.token);
  const listed = await app.call(apiKeys.list, { query: { limit: '1' } }, admin.token);
  return listed.body.data.api_keys[0]?.id ?? '';
}

/** A read-only personal access token. */
export async function addToken({ app }: Pick<Ground, 'app'>, { token }: Person): Promise<string> {
  const body = { name: 'A script', scope: 'read' as const, days: 30 };
  return (await app.call(accessTokens.create, { body }, token)).body.data.id;
}

/** A notification of the client's rep. */
export async function addNotification({ app }: Ground, { schema, rep }: TestClient): Promise<string> {
  const id = randomUUID();
  await app.database.asOwner(async (owner) => {
    await owner.query(`INSERT INTO ${schema}.notifications (id, user_id, kind) VALUES ($1, $2, 'assigned')`, [
      id,
      rep.id,
    ]);
  });
  return id;
}

/** A category of this client that contains the product. */
export async function addCategory({ app }: Ground, { schema }: TestClient, product: string): Promise<string> {
  const id = randomUUID();
  await app.database.asOwner(async (owner) => {
    await owner.query(`INSERT INTO ${schema}.product_categories (id, name) VALUES ($1, 'Seating')`, [id]);
    await owner.query(`UPDATE ${schema}.products SET category_id = $1 WHERE id = $2`, [id, product]);
  });
  return id;
}
