import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { NOTIFICATION_DAYS } from '#shared/notifications.ts';
import { UNDO_DAYS } from '#shared/operations.ts';
import type { Database } from '#server/db/database.ts';
import { listClientHandles } from '#server/db/find-client.ts';
import { countJob } from '#server/metrics.ts';
import type { ClientTables } from '#server/db/tables.ts';

/** Rows of one transaction, so that no purge is felt. */
const BATCH = 500;
const DAY = 24 * 60 * 60_000;

/**
 * Deletes rows that nobody can ask for any more, in every client: leads and operations of more than 30 days ago,
 * idempotency keys of yesterday, notifications of more than 60 days ago. Several processes may do so at once.
 * @internal
 */
export async function purgeTrash(database: Database): Promise<void> {
  for (const client of await listClientHandles(database)) {
    const db = database.client(client);
    const table = (name: keyof ClientTables) => sql.id(client.schema, name);
    const over = sql`now() - make_interval(days => ${UNDO_DAYS})`;
    await inBatches(db, table('leads'), sql`deleted_at <= ${over}`);
    await inBatches(db, table('operations'), sql`at <= ${over}`);
    await inBatches(db, table('idempotency_keys'), sql`created_at <= now() - interval '24 hours'`);
    const old = sql`created_at <= now() - make_interval(days => ${NOTIFICATION_DAYS})`;
    await inBatches(db, table('notifications'), old);
  }
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

/** Purges now and once a day; calling the returned function ends that. Never keeps the process alive. */
export function purgeDaily(database: Database, onError: (error: unknown) => void): () => Promise<void> {
  let running = Promise.resolve();
  const purge = () => {
    running = countJob('purge', async () => await purgeTrash(database)).catch(onError);
  };
  purge();
  const timer = setInterval(purge, DAY).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
