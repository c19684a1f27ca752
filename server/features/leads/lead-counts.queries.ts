import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { dayOf } from '#shared/dates.ts';
import type { LeadFilters } from '#shared/leads.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { COUNT_CAP, cappedCount } from '#server/db/paginate.ts';
import {
  archivedFilter,
  assigneeId,
  hasMeaning,
  isPrefixSearch,
  isSet,
  leadConditions,
} from '#server/features/leads/lead-filters.ts';
import type { ReadyFilters } from '#server/features/leads/lead-filters.ts';

/** Totals of a search stop here and are shown as "1,000+". */
const SEARCH_CAP = 1000;
/** The same for one or two characters: counting on would read every row that begins with them. */
const PREFIX_CAP = 100;
/** Deltas of one client are folded by every so many writes of this process. */
const FOLD_EVERY = 200;

export type Total = { total: number; isCapped: boolean };

/** The columns by which leads are counted, and what they contribute. */
export type Counted = {
  status: string;
  source: string | null;
  assigned_to: string | null;
  is_archived: boolean;
  is_duplicate: boolean;
  value: number | null;
  created_at: Date;
};

type CountPlan = { sql: RawBuilder<number>; cap: number | undefined };

/** How the rows of these filters are counted: from the counters where they can tell, else exactly up to a cap. */
export function countPlan(scope: ReadScope, ready: ReadyFilters): CountPlan {
  const filters = ready.wanted;
  const { search, from_date, to_date } = filters;
  if (isCountedByDay(filters)) return { sql: fromDays(scope, filters), cap: undefined };
  if (!needsRows(filters) && !from_date && !to_date) return { sql: fromTotals(scope, ready), cap: undefined };
  const cap = search === undefined ? COUNT_CAP : isPrefixSearch(search) ? PREFIX_CAP : SEARCH_CAP;
  const where = sql.join(leadConditions(scope, ready), sql` AND `);
  return { sql: cappedCount(sql`FROM ${scope.table('leads')} WHERE ${where}`, cap), cap };
}

const needsRows = (filters: LeadFilters) => {
  const { created_by, interest_level, campaign_id, search, custom, no_next_step } = filters;
  return (
    no_next_step === true || (created_by ?? interest_level ?? campaign_id ?? search ?? custom) !== undefined
  );
};

/** The fewest counters tell these filters apart. */
export function isCountedByDay(filters: LeadFilters): boolean {
  const { status, meaning, source, assigned_to } = filters;
  return !needsRows(filters) && (status ?? meaning ?? source ?? assigned_to) === undefined;
}

export function totalOf(plan: CountPlan, counted: number): Total {
  const isCapped = plan.cap !== undefined && counted > plan.cap;
  return { total: isCapped ? plan.cap : counted, isCapped } as Total;
}

function fromTotals(scope: ReadScope, ready: ReadyFilters): RawBuilder<number> {
  const filters = ready.wanted;
  const { status, source, assigned_to } = filters;
  const where = flagConditions(filters);
  if (status) where.push(sql`status = ${status}`);
  if (filters.meaning) where.push(hasMeaning(scope, ready, 'lead_totals'));
  if (source) where.push(sql`source = ${source}`);
  if (assigned_to === 'none') where.push(sql`assigned_to IS NULL`);
  else if (assigned_to) where.push(sql`assigned_to = ${assigneeId(scope, assigned_to)}::uuid`);
  return sql<number>`(SELECT coalesce(sum(leads), 0)::int8 FROM ${scope.table('lead_totals')} WHERE ${sql.join(where, sql` AND `)})`;
}

function fromDays(scope: ReadScope, filters: LeadFilters): RawBuilder<number> {
  return sql<number>`(SELECT coalesce(sum(leads), 0)::int8 FROM ${scope.table('lead_days')} WHERE ${daysOf(filters)})`;
}

/** What these filters ask of a row of `lead_days`. */
export function daysOf(filters: LeadFilters): RawBuilder<unknown> {
  const where = flagConditions(filters);
  if (filters.from_date) where.push(sql`day >= ${filters.from_date}::date`);
  if (filters.to_date) where.push(sql`day <= ${filters.to_date}::date`);
  return sql.join(where, sql` AND `);
}

function flagConditions(filters: LeadFilters): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [sql`true`];
  const archived = archivedFilter(filters);
  if (archived !== undefined) where.push(isSet(sql`is_archived`, archived));
  if (filters.is_duplicate !== undefined) where.push(isSet(sql`is_duplicate`, filters.is_duplicate));
  return where;
}

/** Appends what a change of rows does to the counters, in the transaction that changes them. */
export async function countChange(
  scope: ClientScope,
  before: Counted | undefined,
  after: Counted | undefined,
): Promise<void> {
  const sameCell = before && after && cellOf(before) === cellOf(after);
  if (sameCell && before.value === after.value) return;
  const sides = [...(before ? [{ row: before, sign: -1 }] : []), ...(after ? [{ row: after, sign: 1 }] : [])];
  await scope.db
    .insertInto('lead_totals')
    .values(
      sides.map(({ row, sign }) => ({
        status: row.status,
        source: row.source,
        assigned_to: row.assigned_to,
        is_archived: row.is_archived,
        is_duplicate: row.is_duplicate,
        leads: sign,
        value: sign * (row.value ?? 0),
      })),
    )
    .execute();
  const sameDay =
    before && after && before.is_archived === after.is_archived && before.is_duplicate === after.is_duplicate;
  if (sameDay) return;
  await scope.db
    .insertInto('lead_days')
    .values(
      sides.map(({ row, sign }) => ({
        day: dayOf(row.created_at, scope.client.timeZone),
        is_archived: row.is_archived,
        is_duplicate: row.is_duplicate,
        leads: sign,
      })),
    )
    .execute();
}

const cellOf = ({ status, source, assigned_to, is_archived, is_duplicate }: Counted) =>
  JSON.stringify([status, source, assigned_to, is_archived, is_duplicate]);

const writes = new Map<string, number>();

/** Call after a committed write: now and then it replaces the deltas by their sums. */
export function noteWrite(scope: ClientScope, onError: (error: unknown) => void): void {
  const { id } = scope.client;
  const count = (writes.get(id) ?? 0) + 1;
  writes.set(id, count % FOLD_EVERY);
  if (count >= FOLD_EVERY) foldCounts(scope).catch(onError);
}

/**
 * Replaces the rows of a cell by their sum, in one statement each: readers see either. Cells of one row stay as they
 * are. Only one fold of a client runs at a time; writers never wait for it, they only append, so a ctid stays what it is.
 */
export async function foldCounts(scope: ClientScope): Promise<void> {
  await scope.transaction(async ({ db, client }) => {
    const lock = await sql<{ mine: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`fold ${client.id}`}, 0)) AS mine
    `.execute(db);
    if (!lock.rows[0]?.mine) return;
    const totals = scope.table('lead_totals');
    await sql`
      WITH gone AS (DELETE FROM ${totals} WHERE ctid = ANY (ARRAY(
        SELECT unnest(array_agg(ctid)) FROM ${totals}
        GROUP BY status, source, assigned_to, is_archived, is_duplicate HAVING count(*) > 1
      )) RETURNING *)
      INSERT INTO ${totals} (status, source, assigned_to, is_archived, is_duplicate, leads, value)
      SELECT status, source, assigned_to, is_archived, is_duplicate, sum(leads), sum(value)
      FROM gone GROUP BY 1, 2, 3, 4, 5 HAVING sum(leads) <> 0 OR sum(value) <> 0
    `.execute(db);
    const days = scope.table('lead_days');
    await sql`
      WITH gone AS (DELETE FROM ${days} WHERE ctid = ANY (ARRAY(
        SELECT unnest(array_agg(ctid)) FROM ${days} GROUP BY day, is_archived, is_duplicate HAVING count(*) > 1
      )) RETURNING *)
      INSERT INTO ${days} (day, is_archived, is_duplicate, leads)
      SELECT day, is_archived, is_duplicate, sum(leads) FROM gone GROUP BY 1, 2, 3 HAVING sum(leads) <> 0
    `.execute(db);
  });
}
