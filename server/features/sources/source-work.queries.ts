import { sql } from 'kysely';
import { CHANNEL } from '#server/db/announce/announcements.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { openCore } from '#server/db/system-scope.ts';

/** Clients with a source whose leads the server must read from the portal when the portal announces them. */
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

/** A delivery whose lead has not been read yet. */
export type Waiting = { id: string; source_id: string; received: string | null; attempts: number };

/**
 * Whether a client has a waiting delivery that is due; checked without writing, so without an announcement.
 */
export async function hasWaiting(database: Database, client: ClientRef): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM ${sql.id(client.schema, 'source_deliveries')} WHERE outcome = 'waiting' AND next_attempt_at <= now() LIMIT 1
  `.execute(database.client(client));
  return rows.length > 0;
}

/**
 * Reserves a client's next waiting delivery for `hold` seconds, during which no other process takes it.
 * Undefined when none is due.
 */
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

/** Records that the lead could not be read; without a `wait` (seconds) there is no automatic retry. */
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

/** A source whose portal is due to be read; `until` is the moment up to which everything has been read. */
export type Pull = { id: string; until: Date | null };

/**
 * Reserves the next due IndiaMART source with a key for `pace` seconds: no process of the installation calls
 * the portal again before that. The source that has waited longest comes first. Undefined when none is due.
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

/**
 * Records the result of reading a portal: the moment up to which everything was read, and the seconds until
 * the next time if not the default.
 */
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
  // Announced by hand so that the settings page shows the result at once; writes to `core` are not announced
  // automatically.
  const said = { type: 'changed', clientId: changed.client_id, kinds: ['sources'], from: '' };
  await sql`SELECT pg_catalog.pg_notify(${CHANNEL}::text, ${JSON.stringify(said)}::text)`.execute(
    openCore(database),
  );
}
