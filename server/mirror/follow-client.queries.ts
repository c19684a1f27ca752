import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { localRole } from '#server/db/pool/client-role.ts';
import type { Database } from '#server/db/database.ts';
import { MIRRORED, MIRRORED_CLIENT, MIRROR_LOCK } from '#server/db/tables/mirrored-tables.ts';
import type { MirroredTable } from '#server/db/tables/mirrored-tables.ts';
import { inCore } from '#server/db/system-scope.ts';
import { CompiledOnce } from '#server/mirror/compiled-once.ts';
import { columnsOf, partOf, readRows, waitingRows } from '#server/mirror/copy-changes.queries.ts';
import type { Changed, Columns, Core, Followed, Waiting } from '#server/mirror/copy-changes.queries.ts';
import { countReplaced } from '#server/leads/changes/lead-counters.queries.ts';
import { COUNTED, bringZone, inMirror, mirrorPlace } from '#server/mirror/mirrored-days.queries.ts';
import { WORK, addWork, countedOf, isWork, turnWork } from '#server/mirror/mirrored-work.queries.ts';
import type { Turned } from '#server/mirror/mirrored-work.queries.ts';

/**
 * Rows that one transaction copies at most: an import of thousands is split, and others get a turn in
 * between.
 */
const BATCH = 2000;

/**
 * Copies the rows that a client has changed to the mirror: reads the queue and the rows as the client's role,
 * writes as the mirror's, in limited transactions. A row whose change commits later stays in the queue for
 * the next time, as does the rest once `isOver`.
 */
export async function followClient(database: Database, id: string, isOver = () => false): Promise<void> {
  for (let taken = BATCH; taken >= BATCH && !isOver();)
    taken = await bringing(database, id, async (trx, client) => await followOnce(database, trx, client));
}

/**
 * Runs a transaction that may write one client's rows to the mirror; returns 0 for a client that no longer
 * exists.
 */
export async function bringing(
  database: Database,
  id: string,
  work: (trx: Core, client: Followed) => Promise<number>,
): Promise<number> {
  return await inCore(database.following, async (trx) => {
    // A change leaves the queue in the same transaction in which it enters the mirror, so a crash can at
    // most undo both.
    await sql`SELECT pg_advisory_xact_lock(${MIRROR_LOCK}), set_config(${MIRRORED_CLIENT}, ${id}, true),
        set_config('synchronous_commit', 'off', true)`.execute(trx);
    const { rows } = await sql<Followed>`
        SELECT id, schema_name AS schema, role_name AS role, time_zone AS "timeZone",
          (SELECT count(*)::int FROM core.migrations) AS release FROM core.clients WHERE id = ${id}
      `.execute(trx);
    return rows[0] ? await work(trx, rows[0]) : 0;
  });
}

async function followOnce(database: Database, trx: Core, client: Followed): Promise<number> {
  const { engine, mirrorRole } = database.installation;
  const columns = await columnsOf(trx, client.release);
  await localRole(client.role).execute(trx);
  const { rows: changed } = await trx.executeQuery(
    taking.get(`queue ${client.schema}`, {}, () => takingFrom(sql.id(client.schema, 'changed_rows')), trx),
  );
  const waiting = new Map<Changed, Waiting>();
  for (const each of changed)
    waiting.set(each, await readRows(engine, trx, client, each, columns(each.place)));
  await localRole(mirrorRole).execute(trx);
  await bringZone(trx, client);
  for (const [each, rows] of waiting) await replaceRows(trx, client, each, columns(each.place), rows);
  return changed.reduce((sum, { taken }) => sum + taken, 0);
}

/**
 * The statement that takes the ids of changed rows from a queue, by table; null for a table that must be read
 * entirely.
 */
const takingFrom = (queue: RawBuilder<unknown>) => sql<Changed & { taken: number }>`
  WITH taken AS (
    DELETE FROM ${queue} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${queue} LIMIT ${BATCH})) RETURNING place, id
  )
  SELECT place, CASE WHEN bool_and(id IS NOT NULL) THEN array_agg(DISTINCT id) END AS ids, count(*)::int AS taken
  FROM taken GROUP BY place`;

const taking = new CompiledOnce([]);
const writing = new CompiledOnce(['client', 'zone', 'ids', 'json']);

/** Replaces the mirror's rows with the waiting ones; deletes rows that the client no longer has. */
async function replaceRows(
  trx: Core,
  client: Followed,
  changed: Changed,
  columns: Columns,
  waiting: Waiting,
): Promise<void> {
  const { place, ids } = changed;
  const json = waiting === 'in cursor' ? undefined : (waiting.json ?? '[]');
  const values = { client: client.id, zone: client.timeZone, ids, json };
  const build = (slots: Record<keyof typeof values, string>) =>
    replacing(changed, columns, waitingRows(waiting, place, columns, slots.json), slots);
  const key = `${client.release} ${partOf(changed)}${json === undefined ? '' : ' json'}`;
  const { rows: turned } = await trx.executeQuery(writing.get(key, values, build, trx));
  if (place !== 'leads' || turned.length === 0) return;
  for (const work of WORK) await turnWork(work, client.id, turned).execute(trx);
}

function replacing(
  { place, ids: some }: Changed,
  { names }: Columns,
  rows: RawBuilder<unknown>,
  { client, zone, ids }: Record<'client' | 'zone' | 'ids', string>,
): RawBuilder<Turned> {
  const [table, key] = [inMirror(place), sql.id(MIRRORED[place])];
  const list = sql.join(names);
  const mine = sql`client_id = ${client}::uuid${some ? sql` AND id = ANY(${ids}::uuid[])` : sql``}`;
  const values = sql.join(names.map((column) => sql`${column} = excluded.${column}`));
  const { counted, counting } = countingOf(place, client, zone);
  return sql<Turned>`
    WITH rows AS (${rows}),
    ${counted ? sql`was AS (SELECT ${counted} FROM ${table} WHERE ${mine}),` : sql``}
    gone AS (DELETE FROM ${table} WHERE ${mine} AND ${key} NOT IN (SELECT ${key} FROM rows)),
    put AS (
      INSERT INTO ${table} (${list}) SELECT * FROM rows ON CONFLICT (${key}, client_id) DO UPDATE SET ${values}
      RETURNING ${counted ?? key}
    )${counting}
    ${place === 'leads' ? TURNED : sql`SELECT`}`;
}

/** The columns that a table's sums read, and the CTEs that count the rows `put` in place of `was`. */
function countingOf(
  place: MirroredTable,
  clientId: string,
  timeZone: string,
): { counted?: RawBuilder<unknown>; counting: RawBuilder<unknown> } {
  const [put, was] = [sql`put`, sql`was`];
  if (place === 'leads')
    return {
      counted: sql`id, ${COUNTED}`,
      counting: sql`, ${countReplaced(mirrorPlace(timeZone), put, was)}`,
    };
  if (!isWork(place)) return { counting: sql`` };
  const sums = addWork(place, clientId, [
    { from: put, sign: 1 },
    { from: was, sign: -1 },
  ]);
  return { counted: countedOf(place), counting: sql`, sums AS (${sums})` };
}

const isGone = (side: string) => sql`(${sql.ref(`${side}.deleted_at`)} IS NOT NULL)::int`;
const isQuiet = (side: string) =>
  sql`(${sql.ref(`${side}.deleted_at`)} IS NOT NULL OR coalesce(${sql.ref(`${side}.is_archived`)}, false))::int`;

/** Leads that have entered or left the trash or the archive. */
const TURNED = sql`SELECT id, ${isGone('was')} - ${isGone('put')} AS sign, ${isQuiet('was')} - ${isQuiet('put')} AS open_sign
  FROM was FULL JOIN put USING (id)
  WHERE ${isGone('was')} <> ${isGone('put')} OR ${isQuiet('was')} <> ${isQuiet('put')}`;
