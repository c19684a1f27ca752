import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { forgetAnswers } from '#server/db/kept-answers.ts';
import { listClientHandles } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { eachInTurn } from '#server/each-in-turn.ts';
import { retention } from '#server/retention.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';

/** Rows per transaction, so that a purge disturbs nobody. */
const BATCH = 500;

/**
 * Deletes rows that can no longer be requested, in every client: leads, operations and notifications past the
 * installation's retention, and idempotency keys older than a day. Several processes may run this at once.
 * What fails for one client holds up no other; the first failure is thrown at the end.
 */
export async function purgeTrash(database: Database): Promise<void> {
  const { audit } = retention();
  const steps = [
    ...(await listClientHandles(database)).map((client) => async () => await purgeClient(database, client)),
    async () => await forgetAnswers(database),
    async () => audit !== undefined && (await purgeAudit(database, audit)),
  ];
  await eachInTurn<() => Promise<unknown>>(steps, async (step) => await step());
}

async function purgeClient(database: Database, client: Pick<ClientRef, 'schema' | 'role'>): Promise<void> {
  const days = retention();
  const db = database.client(client);
  const table = (name: keyof ClientTables) => sql.id(client.schema, name);
  const over = sql`now() - make_interval(days => ${days.trash})`;
  await inBatches(db, table('leads'), sql`deleted_at <= ${over}`);
  // One operation can have a hundred thousand leads: too many to be deleted along with it by one statement.
  const outdated = sql`SELECT id FROM ${table('operations')} WHERE at <= ${over}`;
  await inBatches(db, table('operation_leads'), sql`operation_id IN (${outdated})`);
  await inBatches(db, table('operations'), sql`at <= ${over}`);
  await inBatches(db, table('idempotency_keys'), sql`created_at <= now() - interval '24 hours'`);
  const old = sql`created_at <= now() - make_interval(days => ${days.notifications})`;
  await inBatches(db, table('notifications'), old);
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
