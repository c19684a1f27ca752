import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { LeadFilters } from '#shared/leads.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { COUNT_CAP, cappedCount } from '#server/db/paginate.ts';
import { archivedFilter, assigneeId, hasMeaning, isSet, leadConditions } from '#server/leads/lead-filters.ts';
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

const needsRows = (filters: LeadFilters) => {
  const { created_by, interest_level, campaign_id, search, custom, no_next_step } = filters;
  return (
    no_next_step === true || (created_by ?? interest_level ?? campaign_id ?? search ?? custom) !== undefined
  );
};

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
  if (status) where.push(sql`status = ${status}`);
  if (filters.meaning) where.push(hasMeaning(scope, ready, 'lead_totals'));
  if (source) where.push(sql`source = ${source}`);
  if (assigned_to === 'none') where.push(sql`assigned_to IS NULL`);
  else if (assigned_to) where.push(sql`assigned_to = ${assigneeId(scope, assigned_to)}::uuid`);
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
