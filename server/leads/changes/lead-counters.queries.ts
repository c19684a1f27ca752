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
} from '#server/db/tables/mirrored-tables.ts';
import { onOneNode } from '#server/db/cluster/on-one-node.ts';
import type { OnNode } from '#server/db/cluster/on-one-node.ts';
import type { ClientScope, ScopedDb } from '#server/db/scope.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import { countJob } from '#server/metrics.ts';

/**
 * The counters of leads: `lead_totals` by status, source, owner and flags, `lead_days` by day and flags.
 * Every write of leads appends lines to both in its own transaction; a total is the sum of the lines
 * (decision 6). A `lead_days` line has a status until it has been folded into `lead_status_days`. Only this
 * file writes these three tables.
 */

/** A client's deltas are folded after this number of writes by this process. */
const FOLD_EVERY = 200;

/** The columns of a lead that affect the counters; changes of other columns leave the counters alone. */
export const COUNTED_COLUMNS = [...TOTALS_CELL, 'value', 'created_at', 'deleted_at'] as const;

/**
 * A client's counter tables. `isMerged`: the mirror's tables, which have a single writer, so each cell is one
 * row that is updated.
 */
export type Place = {
  client: { timeZone: ClientRef['timeZone'] | RawBuilder<string> };
  stored: (table: keyof ClientTables) => RawBuilder<unknown>;
  isMerged?: true;
} & OnNode;

/** The columns of a lead that affect the mirror's counters. */
export const MIRROR_COUNTED_COLUMNS = [...COUNTED_COLUMNS, 'next_followup_date'] as const;

type Line = Record<string, unknown>;

/** The name of a lead's counted column in the rows that are counted. */
type ColumnNames = (column: (typeof MIRROR_COUNTED_COLUMNS)[number]) => RawBuilder<unknown>;

/** The columns of a day's line that has not been folded yet. */
const DAY_LINE = [...DAYS_CELL, 'status'] as const;

const asIs = (column: string) => sql.id(column);

/** Lines for the counters: plus one (`1`) or minus one (`-1`) for each undeleted lead of `from`. */
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

/**
 * Adds the summed `numbers` of the lines to a table, by cell; with a `key`, each cell is one row that is
 * updated.
 */
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

/** Appends the summed `lines` to the totals, as a statement or a CTE. */
function addTotals(place: Place, lines: RawBuilder<unknown>): RawBuilder<Line> {
  const { stored, isMerged } = place;
  const merged = { key: ['client_id', ...TOTALS_CELL], numbers: ['leads', 'value', UNPLANNED] };
  const how = isMerged ? merged : { numbers: ['leads', 'value'] };
  return addLines(stored('lead_totals'), { cell: TOTALS_CELL, ...how }, sql`${lines}${onOneNode(place)}`);
}

/** Adds the summed `lines` to the mirror's sums of all clients. */
export function addSums(lines: RawBuilder<unknown>): RawBuilder<Line> {
  const how = { cell: SUMS_CELL, key: SUMS_CELL, numbers: ['leads', 'value', UNPLANNED] };
  return addLines(sql.id(MIRROR_SCHEMA, MIRRORED_SUMS), how, lines);
}

/** Appends the summed `lines` to the days, as a statement or a CTE. */
function addDays(place: Place, lines: RawBuilder<unknown>): RawBuilder<Line> {
  const { stored, isMerged } = place;
  const how = {
    numbers: ['leads'],
    ...(isMerged ? { cell: DAYS_CELL, key: DAYS_CELL } : { cell: DAY_LINE }),
  };
  return addLines(stored('lead_days'), how, sql`${lines}${onOneNode(place)}`);
}

/**
 * CTEs that count the rows that an insert returns as `from`. Does not sum them, which would take longer than
 * inserting a single lead.
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

/** CTEs that count the rows that an update returns as `from`, with the old values named by `was`. */
export function countChanged(place: Place, from: RawBuilder<unknown>, was: ColumnNames): RawBuilder<unknown> {
  const lines = sql`lines`;
  return sql`lines AS (${countedLines(place, 1, from)} UNION ALL ${countedLines(place, -1, from, was)}),
    totals AS (${addTotals(place, lines)}), days AS (${addDays(place, lines)})`;
}

/** CTEs that replace the rows of `before` with those of `now` in the mirror's counters. */
export function countReplaced(
  place: Place,
  now: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const lines = sql`lines`;
  return sql`lines AS (${countedLines(place, 1, now)} UNION ALL ${countedLines(place, -1, before)}),
    totals AS (${addTotals(place, lines)}), sums AS (${addSums(lines)}), days AS (${addDays(place, lines)})`;
}

/** The statement that removes leads from the counts by day without changing the leads. */
export function uncountDays(place: Place, from: RawBuilder<unknown>): RawBuilder<Line> {
  return sql<Line>`WITH lines AS (${countedLines(place, -1, from)}) ${addDays(place, sql`lines`)}`;
}

/** The statement that moves leads from the days of `before` to those of `now` without changing the leads. */
export function moveDays(now: Place, before: Place, from: RawBuilder<unknown>): RawBuilder<Line> {
  return sql<Line>`WITH lines AS (${countedLines(now, 1, from)} UNION ALL ${countedLines(before, -1, from)})
    ${addDays(now, sql`lines`)}`;
}

/** Counts leads that have already been written; `from` is a table or a join of leads. */
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
 * Recounts all leads of a client by the days of its time zone, for a transaction that changes the zone:
 * writers wait until it ends.
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

/** Counts a committed write; from time to time this folds a client's deltas into their sums. */
export function noteWrite(scope: ClientScope): void {
  const { id } = scope.client;
  const count = (writes.get(id) ?? 0) + 1;
  writes.set(id, count % FOLD_EVERY);
  if (count >= FOLD_EVERY) void foldAfterChange(scope);
}

/**
 * Folds the counters after a committed change of many leads. Never throws: a later fold makes up for one that
 * fails, and the caller must learn that the change was made.
 */
export async function foldAfterChange(scope: ClientScope): Promise<void> {
  await countJob('fold-counters', async () => await foldCounts(scope)).catch(() => {});
}

/**
 * Replaces the rows of a cell with their sum, one statement per table, so readers see either the rows or the
 * sum. Cells with a single row stay unchanged. Only one fold of a client runs at a time. Writers never wait
 * for a fold, because they only append; a row therefore keeps its ctid.
 *
 * @internal
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
