import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ClientRef } from '#server/db/find-client.ts';
import {
  DAYS_CELL,
  MIRRORED_SUMS,
  MIRROR_SCHEMA,
  SUMS_CELL,
  TOTALS_CELL,
  UNPLANNED,
} from '#server/db/mirror-tables.ts';
import { onOneNode } from '#server/db/on-one-node.ts';
import type { OnNode } from '#server/db/on-one-node.ts';
import type { ClientScope, ScopedDb } from '#server/db/scope.ts';
import type { ClientTables } from '#server/db/tables.ts';

/**
 * The counters of leads: `lead_totals` by status, source, owner and flags, `lead_days` by day and flags. Every write of
 * leads appends lines to both in its own transaction; a total is the sum of the lines (decision 6). A line of a day names its
 * status until a fold has added the line to `lead_status_days`. This file alone writes the three.
 */

/** Deltas of one client are folded by every so many writes of this process. */
const FOLD_EVERY = 200;

/** The columns of a lead that the counters read: changes of other columns leave the counters alone. */
export const COUNTED_COLUMNS = [...TOTALS_CELL, 'value', 'created_at', 'deleted_at'] as const;

/**
 * The counters' tables of one client. `isMerged`: the tables of the mirror, which have one writer at a time: a cell is
 * one row, and is raised.
 */
export type Place = {
  client: { timeZone: ClientRef['timeZone'] | RawBuilder<string> };
  stored: (table: keyof ClientTables) => RawBuilder<unknown>;
  isMerged?: true;
} & OnNode;

/** The columns of a lead that the counters of the mirror read. */
export const MIRROR_COUNTED_COLUMNS = [...COUNTED_COLUMNS, 'next_followup_date'] as const;

type Line = Record<string, unknown>;

/** The name of a lead's counted column in the rows that are counted. */
type ColumnNames = (column: (typeof MIRROR_COUNTED_COLUMNS)[number]) => RawBuilder<unknown>;

/** A line of a day that no fold has taken yet. */
const DAY_LINE = [...DAYS_CELL, 'status'] as const;

const asIs = (column: string) => sql.id(column);

/** Lines for the counters: one more (`1`) or one less (`-1`) for each living lead of `from`. */
function countedLines(
  { client, isMerged }: Place,
  sign: 1 | -1,
  from: RawBuilder<unknown>,
  name: ColumnNames = asIs,
): RawBuilder<Line> {
  const cell = TOTALS_CELL.map((column) => sql`${name(column)} AS ${sql.id(column)}`);
  const count = sign === 1 ? sql`1` : sql`-1`;
  const isUnplanned = sql`NOT ${name('is_archived')} AND ${name('next_followup_date')} IS NULL`;
  const unplanned = isMerged ? sql`, ${count} * (${isUnplanned})::int AS ${sql.id(UNPLANNED)}` : sql``;
  return sql<Line>`SELECT ${sql.join(cell)}, ${count} AS leads, ${count} * coalesce(${name('value')}, 0) AS value,
    (${name('created_at')} AT TIME ZONE ${client.timeZone})::date AS day${unplanned}
    FROM ${from} WHERE ${name('deleted_at')} IS NULL`;
}

/** Adds the sums of `numbers` of the lines to a table, cell by cell; `key`: the cell is one row, and is raised. */
export function addLines(
  table: RawBuilder<unknown>,
  { cell, key, numbers }: { cell: readonly string[]; key?: readonly string[]; numbers: readonly string[] },
  lines: RawBuilder<unknown>,
): RawBuilder<Line> {
  const columns = sql.join(cell.map(asIs));
  const sums = numbers.map((number) => sql`sum(${asIs(number)})`);
  const differs = sums.map((sum) => sql`${sum} <> 0`);
  const isAnything = sql.join(differs, sql` OR `);
  const raised = numbers.map((n) => sql`${asIs(n)} = known.${asIs(n)} + excluded.${asIs(n)}`);
  const merging = key && sql`ON CONFLICT (${sql.join(key.map(asIs))}) DO UPDATE SET ${sql.join(raised)}`;
  return sql<Line>`INSERT INTO ${table} AS known (${columns}, ${sql.join(numbers.map(asIs))})
    SELECT ${columns}, ${sql.join(sums)} FROM ${lines} GROUP BY ${columns}
    HAVING ${isAnything} ${merging ?? sql``}`;
}

/** Appends the sums of `lines` to the totals, as a statement or a CTE. */
function addTotals(place: Place, lines: RawBuilder<unknown>): RawBuilder<Line> {
  const { stored, isMerged } = place;
  const merged = { key: ['client_id', ...TOTALS_CELL], numbers: ['leads', 'value', UNPLANNED] };
  const how = isMerged ? merged : { numbers: ['leads', 'value'] };
  return addLines(stored('lead_totals'), { cell: TOTALS_CELL, ...how }, sql`${lines}${onOneNode(place)}`);
}

/** Adds the sums of `lines` to the sums of all clients that the mirror has. */
export function addSums(lines: RawBuilder<unknown>): RawBuilder<Line> {
  const how = { cell: SUMS_CELL, key: SUMS_CELL, numbers: ['leads', 'value', UNPLANNED] };
  return addLines(sql.id(MIRROR_SCHEMA, MIRRORED_SUMS), how, lines);
}

/** Appends the sums of `lines` to the days, as a statement or a CTE. */
function addDays(place: Place, lines: RawBuilder<unknown>): RawBuilder<Line> {
  const { stored, isMerged } = place;
  const how = {
    numbers: ['leads'],
    ...(isMerged ? { cell: DAYS_CELL, key: DAYS_CELL } : { cell: DAY_LINE }),
  };
  return addLines(stored('lead_days'), how, sql`${lines}${onOneNode(place)}`);
}

/**
 * CTEs that count the rows an insert returns as `from`. A single lead needs no sums, which take longer than its
 * insert.
 */
export function countInserted(place: Place, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const { stored } = place;
  const [cell, dayCell] = [TOTALS_CELL, DAY_LINE].map((columns) =>
    sql.join(columns.map((name) => asIs(name))),
  );
  return sql`lines AS (${countedLines(place, 1, from)}),
    totals AS (INSERT INTO ${stored('lead_totals')} (${cell}, leads, value) SELECT ${cell}, leads, value FROM lines${onOneNode(place)}),
    days AS (INSERT INTO ${stored('lead_days')} (${dayCell}, leads) SELECT ${dayCell}, leads FROM lines${onOneNode(place)})`;
}

/** CTEs that count the rows an update returns as `from`, with the old values under `was`. */
export function countChanged(place: Place, from: RawBuilder<unknown>, was: ColumnNames): RawBuilder<unknown> {
  const lines = sql`lines`;
  return sql`lines AS (${countedLines(place, 1, from)} UNION ALL ${countedLines(place, -1, from, was)}),
    totals AS (${addTotals(place, lines)}), days AS (${addDays(place, lines)})`;
}

/** CTEs that count the rows of `now` in the place of the rows of `before`, in the mirror. */
export function countReplaced(
  place: Place,
  now: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const lines = sql`lines`;
  return sql`lines AS (${countedLines(place, 1, now)} UNION ALL ${countedLines(place, -1, before)}),
    totals AS (${addTotals(place, lines)}), sums AS (${addSums(lines)}), days AS (${addDays(place, lines)})`;
}

/** The statement that takes leads, which stay where they are, out of the days. */
export function uncountDays(place: Place, from: RawBuilder<unknown>): RawBuilder<Line> {
  return sql<Line>`WITH lines AS (${countedLines(place, -1, from)}) ${addDays(place, sql`lines`)}`;
}

/** The statement that counts leads, which stay where they are, by the days of `now` in the place of those of `before`. */
export function moveDays(now: Place, before: Place, from: RawBuilder<unknown>): RawBuilder<Line> {
  return sql<Line>`WITH lines AS (${countedLines(now, 1, from)} UNION ALL ${countedLines(before, -1, from)})
    ${addDays(now, sql`lines`)}`;
}

/** Counts leads that have been written already; `from` is a table or a join of leads. */
export async function countLeads(
  place: Place & { db: Pick<ScopedDb, 'getExecutor'> },
  from: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    WITH lines AS (${countedLines(place, 1, from)}), totals AS (${addTotals(place, sql`lines`)}),
      days AS (${addDays(place, sql`lines`)}) SELECT 1
  `.execute(place.db);
}

/**
 * Counts all leads of a client by the days of its time zone anew, for a transaction that changes the zone: writers wait
 * for its end.
 */
export async function recountDays(place: Place & { db: Pick<ScopedDb, 'getExecutor'> }): Promise<void> {
  const [leads, days] = [place.stored('leads'), place.stored('lead_days')];
  const statusDays = place.stored('lead_status_days');
  await sql`LOCK TABLE ${leads}, ${days} IN SHARE ROW EXCLUSIVE MODE`.execute(place.db);
  for (const table of [days, statusDays]) await sql`DELETE FROM ${table}`.execute(place.db);
  await sql`WITH lines AS MATERIALIZED (${countedLines(place, 1, leads)}), days AS (${addDays(place, sql`lines`)}) SELECT 1`.execute(
    place.db,
  );
}

const writes = new Map<string, number>();

/** Notes a committed write; now and then this replaces a client's deltas by their sums. */
export function noteWrite(scope: ClientScope, onError: (error: unknown) => void): void {
  const { id } = scope.client;
  const count = (writes.get(id) ?? 0) + 1;
  writes.set(id, count % FOLD_EVERY);
  if (count >= FOLD_EVERY) foldCounts(scope).catch(onError);
}

/**
 * Replaces the rows of a cell by their sum, in one statement for each table: readers see the rows or the sum. Cells of one row
 * stay as they are. Only one fold of a client runs at a time; writers never wait for a fold: they only append, so a
 * row keeps its ctid.
 */
export async function foldCounts(scope: ClientScope): Promise<void> {
  await scope.transaction(async (inside) => {
    const { db, client } = inside;
    const lock = await sql<{ mine: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`fold ${client.id}`}, 0)) AS mine
    `.execute(db);
    if (!lock.rows[0]?.mine) return;
    const repeated = (
      table: RawBuilder<unknown>,
      cell: readonly string[],
    ) => sql`DELETE FROM ${table} WHERE ctid = ANY (
      ARRAY(SELECT unnest(array_agg(ctid)) FROM ${table} GROUP BY ${sql.join(cell.map((column) => sql.id(column)))} HAVING count(*) > 1)
    ) RETURNING *`;
    const gone = sql`gone`;
    await sql`WITH gone AS (${repeated(inside.stored('lead_totals'), TOTALS_CELL)}), sums AS (${addTotals(inside, gone)}) SELECT 1`.execute(
      db,
    );
    const days = inside.stored('lead_days');
    const node = onOneNode(inside);
    const ofDays = { cell: DAYS_CELL, numbers: ['leads'] };
    const ofStatuses = { cell: DAY_LINE, key: DAY_LINE, numbers: ['leads'] };
    const named = sql`(SELECT * FROM gone WHERE status IS NOT NULL) named${node}`;
    await sql`WITH gone AS (${repeated(days, DAYS_CELL)}), sums AS (${addLines(days, ofDays, sql`gone${node}`)}),
      statuses AS (${addLines(inside.stored('lead_status_days'), ofStatuses, named)}) SELECT 1`.execute(db);
  });
}
