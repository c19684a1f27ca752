import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { forgetAnswers } from '#server/db/kept-answers.ts';
import { listClientHandles } from '#server/db/find-client.ts';
import { retention } from '#server/retention.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';

/** Rows per transaction, so that a purge disturbs nobody. */
const BATCH = 500;

/**
 * Deletes rows that can no longer be requested, in every client: leads, operations and notifications past the
 * installation's retention, and idempotency keys older than a day. Several processes may run this at once.
 */
export async function purgeTrash(database: Database): Promise<void> {
  const days = retention();
  for (const client of await listClientHandles(database)) {
    const db = database.client(client);
    const table = (name: keyof ClientTables) => sql.id(client.schema, name);
    const over = sql`now() - make_interval(days => ${days.trash})`;
    await inBatches(db, table('leads'), sql`deleted_at <= ${over}`);
    await inBatches(db, table('operations'), sql`at <= ${over}`);
    await inBatches(db, table('idempotency_keys'), sql`created_at <= now() - interval '24 hours'`);
    const old = sql`created_at <= now() - make_interval(days => ${days.notifications})`;
    await inBatches(db, table('notifications'), old);
  }
  await forgetAnswers(database);
  if (days.audit !== undefined) await purgeAudit(database, days.audit);
}

/** Only the owner may delete lines of the audit log. */
async function purgeAudit(database: Database, days: number): Promise<void> {
  await database.onOwner(async (owner) => {
    for (let deleted: number | null = BATCH; deleted === BATCH;) {
      const result: { rowCount: number | null } = await owner.query(
        `DELETE FROM core.audit WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM core.audit WHERE at < now() - make_interval(days => $1) ORDER BY at LIMIT $2
        ))`,
        [days, BATCH],
      );
      deleted = result.rowCount;
    }
  });
}

async function inBatches(
  db: Kysely<ClientTables>,
  table: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<void> {
  for (let deleted = BATCH; deleted === BATCH;) {
    const result = await sql`
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${where} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ))
    `.execute(db);
    deleted = Number(result.numAffectedRows ?? 0);
  }
}
