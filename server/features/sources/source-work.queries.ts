import { sql } from 'kysely';
import { CHANNEL } from '#server/db/announcements.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { openCore } from '#server/db/system-scope.ts';

/** Clients with a source whose leads the server reads at the portal when it is told of them. */
export async function listToldClients(database: Database): Promise<string[]> {
  const rows = await openCore(database)
    .selectFrom('core.sources as s')
    .innerJoin('core.clients as c', 'c.id', 's.client_id')
    .select('s.client_id')
    .distinct()
    .where('s.kind', '=', 'facebook')
    .where('c.is_active', '=', true)
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** A delivery that waits for its lead to be read. */
export type Waiting = { id: string; source_id: string; received: string | null; attempts: number };

/** Whether a client has a delivery that waits for its lead and is due: a look that writes nothing, and so announces nothing. */
export async function hasWaiting(database: Database, client: ClientRef): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM ${sql.id(client.schema, 'source_deliveries')} WHERE outcome = 'waiting' AND next_attempt_at <= now() LIMIT 1
  `.execute(database.client(client));
  return rows.length > 0;
}

/** Takes the next waiting delivery of a client for `hold` seconds, in which no other process takes it. Undefined when none is due. */
export async function claimWaiting(
  database: Database,
  client: ClientRef,
  hold: number,
): Promise<Waiting | undefined> {
  const deliveries = sql.id(client.schema, 'source_deliveries');
  const { rows } = await sql<Waiting>`
    UPDATE ${deliveries} SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${hold})
    WHERE id = (SELECT id FROM ${deliveries} WHERE outcome = 'waiting' AND next_attempt_at <= now()
      ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, source_id, received, attempts
  `.execute(database.client(client));
  return rows[0];
}

/** Notes that the lead could not be read; without a `wait` (seconds) nothing more is tried by itself. */
export async function noteUnread(
  database: Database,
  client: ClientRef,
  id: string,
  { reason, wait }: { reason: string; wait: number | undefined },
): Promise<void> {
  await sql`
    UPDATE ${sql.id(client.schema, 'source_deliveries')}
    SET reason = ${reason}::text, next_attempt_at = now() + make_interval(secs => ${wait ?? 0}),
      outcome = CASE WHEN ${wait === undefined}::boolean THEN 'failed' ELSE outcome END
    WHERE id = ${id}::uuid AND outcome = 'waiting'
  `.execute(database.client(client));
}

/** A source whose portal is to be read now; `until` is the moment up to which all has been read. */
export type Pull = { id: string; until: Date | null };

/**
 * Takes the next source of IndiaMART that has a key and is due, for `pace` seconds: no process of the installation asks the portal again
 * before that. The source that has waited longest comes first. Undefined when none is due.
 */
export async function claimPull(database: Database, pace: number): Promise<Pull | undefined> {
  const { rows } = await sql<Pull>`
    UPDATE core.sources SET pull_at = now() + make_interval(secs => ${pace})
    WHERE id = (SELECT s.id FROM core.sources s JOIN core.clients c ON c.id = s.client_id AND c.is_active
      WHERE s.kind = 'indiamart' AND s.is_active AND s.credentials ? 'crm_key' AND s.pull_at <= now()
      ORDER BY s.pull_at LIMIT 1 FOR UPDATE OF s SKIP LOCKED)
    RETURNING id, pulled_until AS until
  `.execute(openCore(database));
  return rows[0];
}

export type Pulled = { outcome: string; until?: Date | undefined; wait?: number | undefined };

/** Notes how reading at a portal went: up to when all has been read, and the seconds until the next time where they are not the usual ones. */
export async function notePull(
  database: Database,
  id: string,
  { outcome, until, wait }: Pulled,
): Promise<void> {
  const changed = await openCore(database)
    .updateTable('core.sources')
    .set({
      pulled_at: sql<Date>`now()`,
      pull_outcome: outcome,
      ...(until && { pulled_until: until }),
      ...(wait !== undefined && { pull_at: sql<Date>`now() + make_interval(secs => ${wait})` }),
    })
    .where('id', '=', id)
    .returning('client_id')
    .executeTakeFirst();
  if (!changed) return;
  // The settings show the outcome at once; rows of accounts are not announced by themselves.
  const said = { type: 'changed', clientId: changed.client_id, kinds: ['sources'], from: '' };
  await sql`SELECT pg_catalog.pg_notify(${CHANNEL}::text, ${JSON.stringify(said)}::text)`.execute(
    openCore(database),
  );
}
