import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { LeadFilters } from '#shared/leads.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { COUNT_CAP, cappedCount } from '#server/db/paginate.ts';
import {
  archivedFilter,
  hasMeaning,
  isAssigned,
  isSet,
  isValueOf,
  leadConditions,
} from '#server/leads/lead-filters.ts';
import type { ReadyFilters } from '#server/leads/lead-filters.ts';
import { leadSums } from '#server/leads/lead-sums.ts';
import { isPrefixSearch } from '#server/leads/lead-search.ts';

/** Totals of a search stop here and are shown as "1,000+". */
const SEARCH_CAP = 1000;
/** Totals of a search for one or two characters stop here: counting on would read every row that begins with them. */
const PREFIX_CAP = 100;

export type Total = { total: number; isCapped: boolean };

type CountPlan = { sql: RawBuilder<number>; cap: number | undefined };

/** How to count the rows of these filters: from the counters where those can tell, else exactly up to a cap. */
export function countPlan(scope: ReadScope, ready: ReadyFilters): CountPlan {
  const filters = ready.wanted;
  const { search, from_date, to_date } = filters;
  if (isCountedByDay(filters)) return { sql: fromDays(scope, filters), cap: undefined };
  if (!needsRows(filters) && !from_date && !to_date) return { sql: fromTotals(scope, ready), cap: undefined };
  const cap = search === undefined ? COUNT_CAP : isPrefixSearch(search) ? PREFIX_CAP : SEARCH_CAP;
  const where = sql.join(leadConditions(scope, ready), sql` AND `);
  return { sql: cappedCount(sql`FROM ${scope.table('leads')} WHERE ${where}`, cap), cap };
}

/** The filters that the counters know, or that choose among clients; every other one takes the rows. */
const COUNTED: readonly (keyof LeadFilters)[] = [
  'status',
  'source',
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

/** A flag that is false narrows nothing. */
const needsRows = (filters: LeadFilters) =>
  BY_ROWS.some((name) => filters[name] !== undefined && filters[name] !== false);

/** Whether the counters by day can answer these filters; they are the fewest. */
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
  const sums = sql`${leadSums(scope, ready.statusesMeant.own)} lead_totals`;
  const from = assigned_to === undefined ? sums : scope.table('lead_totals');
  if (status) where.push(isValueOf(sql`status`, status));
  if (filters.meaning) where.push(hasMeaning(scope, ready, 'lead_totals'));
  if (source) where.push(isValueOf(sql`source`, source));
  if (assigned_to) where.push(isAssigned(scope, assigned_to, 'lead_totals'));
  return sql<number>`(SELECT coalesce(sum(leads), 0)::int8 FROM ${from} WHERE ${sql.join(where, sql` AND `)})`;
}

function fromDays(scope: ReadScope, filters: LeadFilters): RawBuilder<number> {
  return sql<number>`(SELECT coalesce(sum(leads), 0)::int8 FROM ${scope.table('lead_days')} WHERE ${daysOf(filters)})`;
}

/** The conditions of these filters on a row of `lead_days`. */
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
