import { expressionBuilder, sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { LeadFilters } from '#shared/fields/lead-filters.ts';
import type { ReadScope } from '#server/db/scope.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import { COUNT_CAP, cappedCount } from '#server/db/sql/paginate.ts';
import {
  archivedFilter,
  hasMeaning,
  isAssigned,
  isSet,
  isValueOf,
  leadConditions,
  withStatuses,
} from './lead-filters.ts';
import type { ReadyFilters } from './lead-filters.ts';
import { leadSums } from './lead-sums.ts';
import { isPrefixSearch } from './lead-search.ts';

/** Totals of a search stop here and are shown as "1,000+". */
export const SEARCH_CAP = 1000;
/**
 * Totals of a search for one or two characters stop here: counting further would read every row with that
 * prefix.
 */
const PREFIX_CAP = 100;

export type Total = { total: number; isCapped: boolean };

const { lit } = expressionBuilder<ClientTables>();

type CountPlan = { sql: RawBuilder<number>; cap: number | undefined };

/** How to count the rows of these filters: from the counters if possible, otherwise exactly up to a cap. */
export function countPlan(
  scope: ReadScope,
  ready: ReadyFilters,
  cap: number = capOf(ready.wanted),
): CountPlan {
  const filters = ready.wanted;
  const days = countedDays(scope, ready);
  if (isCountedByStatus(filters) && (!days || hasStatuses(filters)))
    return { sql: sql`(SELECT leads::int8 FROM ${fromTotals(scope, ready)} totals)`, cap: undefined };
  if (days) return { sql: sql`(SELECT coalesce(sum(leads), 0)::int8 FROM ${days})`, cap: undefined };
  const where = sql.join(cappedConditions(scope, ready), sql` AND `);
  return { sql: cappedCount(sql`FROM ${scope.table('leads')} leads WHERE ${where}`, cap), cap };
}

/**
 * Up to this many leads are read entirely and then sorted, because finding them through the sort index might
 * read it to the end.
 */
const FEW = 1000;

/**
 * A list narrowed by status: its filters, its total, its total value in rupees, and whether it has few leads.
 */
export type Narrowed = Total & { filters: ReadyFilters; value: number; isFew: boolean };

/**
 * The totals and values of a list's parts, each with its own statuses, so no lead is in two of them. Uses the
 * counters if possible. Otherwise a list of few leads is read entirely and its parts are then read by ids; in
 * a longer one each part is counted up to a cap, and a large search over all parts combined, so capped
 * numbers are lower bounds.
 */
export async function countByStatuses(
  scope: ReadScope,
  ready: ReadyFilters,
  parts: readonly (readonly string[])[],
): Promise<Narrowed[]> {
  const lists = parts.map((statuses) => withStatuses(ready, statuses));
  if (isCountedByStatus(ready.wanted)) return await sumsOf(scope, lists, undefined, fromTotals);
  const { search } = ready.wanted;
  const most = search === undefined ? FEW : capOf(ready.wanted);
  const found = await findFew(scope, withStatuses(ready, parts.flat()), most);
  const isCapped = found.length > most;
  if (isCapped && search === undefined) return await sumsOf(scope, lists, COUNT_CAP, fromRows);
  return lists.map((filters, place) => {
    const own = found.filter(({ status }) => parts[place]?.includes(status));
    const ids = own.map(({ id }) => id);
    const named = [sql<SqlBool>`leads.id = ANY(${ids}::uuid[])`];
    const value = own.reduce((sum, lead) => sum + (lead.value ?? 0), 0);
    const numbers = { total: own.length, value: Math.round(value * 100) / 100, isCapped, isFew: !isCapped };
    return { ...numbers, filters: isCapped ? filters : { ...filters, searchConditions: named } };
  });
}

async function findFew(scope: ReadScope, ready: ReadyFilters, most: number) {
  const where = sql.join(cappedConditions(scope, ready), sql` AND `);
  const { rows } = await sql<{ id: string; status: string; value: number | null }>`
    SELECT id, status, value FROM ${scope.table('leads')} leads WHERE ${where} LIMIT ${lit(most + 1)}
  `.execute(scope.db);
  return rows;
}

async function sumsOf(
  scope: ReadScope,
  lists: readonly ReadyFilters[],
  cap: number | undefined,
  from: (scope: ReadScope, ready: ReadyFilters) => RawBuilder<unknown>,
): Promise<Narrowed[]> {
  if (lists.length === 0) return [];
  const sums = lists.map(
    (ready, place) => sql`SELECT ${lit(place)} AS place, leads::int8, value FROM ${from(scope, ready)} sums`,
  );
  const { rows } = await sql<{ leads: number; value: number }>`
    ${sql.join(sums, sql` UNION ALL `)} ORDER BY place
  `.execute(scope.db);
  return lists.map((filters, place) => {
    const { leads = 0, value = 0 } = rows[place] ?? {};
    const total = totalOf({ cap }, leads);
    return { ...total, filters, value, isFew: total.total <= FEW };
  });
}

/** Counts row by row, up to the cap. */
function fromRows(scope: ReadScope, ready: ReadyFilters): RawBuilder<unknown> {
  const where = sql.join(leadConditions(scope, ready), sql` AND `);
  return sql`(SELECT count(*) AS leads, coalesce(sum(value), 0) AS value
    FROM (SELECT value FROM ${scope.table('leads')} leads WHERE ${where} LIMIT ${lit(COUNT_CAP + 1)}) capped)`;
}

/**
 * The conditions for leads read up to a cap, in any order. A search for a common text scans the table from
 * its start (the ctid condition), so that every such search reads the same, cached pages. By default
 * PostgreSQL does not keep such a scan's pages in its cache, and starts where the last scan ended. Other
 * filters may use an index-only scan, which cannot have a ctid condition.
 */
export function cappedConditions(scope: ReadScope, ready: ReadyFilters): Expression<SqlBool>[] {
  const conditions = leadConditions(scope, ready);
  return isLongSearch(ready.wanted) && !scope.sight
    ? [...conditions, sql<SqlBool>`leads.ctid >= '(0,1)'`]
    : conditions;
}

/** Whether the total stops at `SEARCH_CAP`. */
export const isLongSearch = (filters: LeadFilters) => capOf(filters) === SEARCH_CAP;

const capOf = ({ search }: LeadFilters) =>
  search === undefined ? COUNT_CAP : isPrefixSearch(search) ? PREFIX_CAP : SEARCH_CAP;

/**
 * The filters that the counters support, or that choose among clients; every other one requires reading rows.
 */
const COUNTED: readonly (keyof LeadFilters)[] = [
  'status',
  'source',
  'no_source',
  'assigned_to',
  'meaning',
  'is_archived',
  'show_all',
  'is_duplicate',
  'from_date',
  'to_date',
  'client_id',
];
const BY_ROWS = (Object.keys(LeadFilters.shape) as (keyof LeadFilters)[]).filter(
  (name) => !COUNTED.includes(name),
);

/** `no_next_step=false` restricts nothing. */
const needsRows = (filters: LeadFilters) =>
  BY_ROWS.some((name) => filters[name] !== undefined && (name !== 'no_next_step' || filters[name]));

const hasStatuses = ({ status, meaning }: LeadFilters) => (status ?? meaning) !== undefined;

/**
 * The counters of the days on which these filters' leads were created, as a table and its conditions;
 * undefined if days are not enough: they are not broken down by source or assignee nor, across clients, by
 * status. Without a status, they have the fewest rows.
 */
export function countedDays(scope: ReadScope, ready: ReadyFilters): RawBuilder<unknown> | undefined {
  const filters = ready.wanted;
  const { source, no_source, assigned_to } = filters;
  if (scope.sight || needsRows(filters) || no_source || (source ?? assigned_to) !== undefined)
    return undefined;
  const where = [...daysOf(filters), ...statusesOf(scope, ready, 'lead_days')];
  if (!hasStatuses(filters))
    return sql`${scope.table('lead_days')} lead_days WHERE ${sql.join(where, sql` AND `)}`;
  if (!scope.client) return undefined;
  const columns = sql`status, day, is_archived, is_duplicate, leads`;
  return sql`(SELECT ${columns} FROM ${scope.table('lead_status_days')} folded
    UNION ALL SELECT ${columns} FROM ${scope.table('lead_days')} lines WHERE status IS NOT NULL
  ) lead_days WHERE ${sql.join(where, sql` AND `)}`;
}

/** Whether the counters by status, source and owner support these filters. */
const isCountedByStatus = (filters: LeadFilters) =>
  !needsRows(filters) && !filters.from_date && !filters.to_date;

export function totalOf(plan: Pick<CountPlan, 'cap'>, counted: number): Total {
  const isCapped = plan.cap !== undefined && counted > plan.cap;
  return { total: isCapped ? plan.cap : counted, isCapped } as Total;
}

function fromTotals(scope: ReadScope, ready: ReadyFilters): RawBuilder<unknown> {
  const filters = ready.wanted;
  const { source, assigned_to } = filters;
  const where = [...flagConditions(filters), ...statusesOf(scope, ready, 'lead_totals')];
  const sums = sql`${leadSums(scope, ready.statusesMeant.own)} lead_totals`;
  const from = assigned_to === undefined ? sums : sql`${scope.table('lead_totals')} lead_totals`;
  if (source) where.push(isValueOf(sql`source`, source));
  if (filters.no_source) where.push(sql`source IS NULL`);
  if (assigned_to) where.push(isAssigned(scope, assigned_to, 'lead_totals'));
  return sql`(SELECT coalesce(sum(leads), 0) AS leads, coalesce(sum(value), 0) AS value
    FROM ${from} WHERE ${sql.join(where, sql` AND `)})`;
}

/** The conditions of these filters on `lead_days`, except those on status. */
function daysOf(filters: LeadFilters): RawBuilder<unknown>[] {
  const where = flagConditions(filters);
  if (filters.from_date) where.push(sql`day >= ${filters.from_date}::date`);
  if (filters.to_date) where.push(sql`day <= ${filters.to_date}::date`);
  return where;
}

/** The conditions of these filters on a counter's status. */
function statusesOf(scope: ReadScope, ready: ReadyFilters, counters: 'lead_days' | 'lead_totals') {
  const { status, meaning } = ready.wanted;
  const named = status ? [isValueOf(sql`status`, status)] : [];
  return meaning ? [...named, hasMeaning(scope, ready, counters)] : named;
}

function flagConditions(filters: LeadFilters): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [sql`true`];
  const archived = archivedFilter(filters);
  if (archived !== undefined) where.push(isSet(sql`is_archived`, archived));
  if (filters.is_duplicate !== undefined) where.push(isSet(sql`is_duplicate`, filters.is_duplicate));
  return where;
}
