import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { startOfDay } from '#shared/values/dates.ts';
import type { LeadSort } from '#shared/leads/leads.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { countedDays } from './list-totals.queries.ts';
import type { Total } from './list-totals.queries.ts';
import type { ReadyFilters } from './lead-filters.ts';

/** Where to read a page: skip `offset` rows within the bound, in this direction. */
export type Place = {
  bound?: RawBuilder<unknown> | undefined;
  reversed: boolean;
  offset: number;
  size: number;
};

type Query = LeadSort & { limit: number };

/**
 * The shortest way to a page deep in a list, and the list's total: by the counters of the page's day if the
 * list is ordered by creation, otherwise from the nearer end.
 */
export async function findPage(
  scope: ReadScope,
  filters: ReadyFilters,
  query: Query,
  offset: number,
  count: () => Promise<Total>,
): Promise<{ place: Place; total: Total }> {
  const days = query.sort_by === 'created_at' ? countedDays(scope, filters) : undefined;
  const { client } = scope;
  const place = days && client && (await placeByDay(scope, client.timeZone, days, query, offset));
  if (place) return place;
  const found = await count();
  const { total, isCapped } = found;
  const size = Math.max(0, isCapped ? query.limit : Math.min(query.limit, total - offset));
  const reversed = !isCapped && size > 0 && offset > total / 2;
  return { place: { offset: reversed ? total - offset - size : offset, size, reversed }, total: found };
}

type Day = { day: string; leads: number; up_to: number; total: number };

/** The position of a page according to the counters of its day; undefined for a page past the last one. */
async function placeByDay(
  scope: ReadScope,
  timeZone: string,
  counters: RawBuilder<unknown>,
  query: Query,
  offset: number,
): Promise<{ place: Place; total: Total } | undefined> {
  const newestFirst = query.sort_order === 'desc';
  const order = newestFirst ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<Day>`
    SELECT * FROM (
      SELECT day, leads::int8, (sum(leads) OVER (ORDER BY day ${order}))::int8 AS up_to, (sum(leads) OVER ())::int8 AS total
      FROM (SELECT day, sum(leads) AS leads FROM ${counters} GROUP BY day) days
    ) placed WHERE up_to > ${offset} ORDER BY up_to LIMIT 1
  `.execute(scope.db);
  const found = rows[0];
  const from = found && startOfDay(found.day, timeZone);
  const to = found && startOfDay(found.day, timeZone, 1);
  if (!found || !from || !to) return undefined;
  const { leads, up_to, total } = found;
  const exactly = { total, isCapped: false };
  const sinceDay = sql`leads.created_at >= ${from}`;
  const untilDay = sql`leads.created_at < ${to}`;
  const size = Math.min(query.limit, total - offset);
  const skippedBefore = offset - (up_to - leads);
  const skippedBehind = up_to - offset - size;
  // A page that extends into the next day can only be read forwards.
  if (skippedBehind >= 0 && skippedBehind < skippedBefore) {
    const bound = newestFirst ? sinceDay : untilDay;
    return { place: { bound, reversed: true, offset: skippedBehind, size }, total: exactly };
  }
  const bound = newestFirst ? untilDay : sinceDay;
  return { place: { bound, reversed: false, offset: skippedBefore, size }, total: exactly };
}
