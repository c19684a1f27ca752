import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { LeadNeighbours, LeadSort } from '#shared/leads/leads.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { countPlan, totalOf } from '#server/leads/list/list-totals.queries.ts';
import { leadConditions, leadSortKey } from '#server/leads/list/lead-filters.ts';
import type { ReadyFilters } from '#server/leads/list/lead-filters.ts';

/** Positions are counted up to this number. */
const FARTHEST = 10_000;

type Found = {
  before: number;
  total: number;
  matches: boolean;
  previous_id: string | null;
  next_id: string | null;
};

/**
 * A lead's position in a list and its neighbours, by sort key and id; a lead that has left the list keeps its
 * key's position. Undefined for a lead outside the list's scope.
 */
export async function findLeadNeighbours(
  scope: ReadScope,
  id: string,
  filters: ReadyFilters,
  sort: LeadSort,
): Promise<LeadNeighbours | undefined> {
  const plan = countPlan(scope, filters);
  const { previous, next, before } = keyset(scope, filters, sort);
  const where = sql.join(leadConditions(scope, filters), sql` AND `);
  const found = await sql<Found>`
    WITH me AS MATERIALIZED (
      SELECT leads.id, ${leadSortKey(scope, sort)} AS sort_key FROM ${scope.table('leads')} leads
      WHERE leads.id = ${id}::uuid AND leads.deleted_at IS NULL
    )
    SELECT ${plan.sql} AS total, ${previous} AS previous_id, ${next} AS next_id,
      (SELECT count(*)::int FROM (SELECT 1 FROM (${before}) unbounded LIMIT ${FARTHEST}) counted) AS before,
      EXISTS (SELECT 1 FROM ${scope.table('leads')} leads WHERE ${where} AND leads.id = me.id) AS matches
    FROM me
  `.execute(scope.db);
  const place = found.rows[0];
  if (!place) return undefined;
  const { total, isCapped } = totalOf(plan, place.total);
  return {
    position: place.matches && place.before < FARTHEST ? place.before + 1 : null,
    total,
    totalIsCapped: isCapped,
    matches: place.matches,
    previous_id: place.previous_id,
    next_id: place.next_id,
  };
}

/**
 * The rows on either side of `me`. Empty keys come last in both directions, ordered by id; row comparisons
 * skip empty keys, so that the first branch of each side is a single index step.
 */
function keyset(scope: ReadScope, filters: ReadyFilters, sort: LeadSort) {
  const key = leadSortKey(scope, sort);
  const isAscending = sort.sort_order === 'asc';
  const [forward, backward] = isAscending ? [sql`ASC`, sql`DESC`] : [sql`DESC`, sql`ASC`];
  const [later, earlier] = isAscending ? [sql`>`, sql`<`] : [sql`<`, sql`>`];
  const myKey = sql`(SELECT sort_key FROM me)`;
  const myId = sql`(SELECT id FROM me)`;
  const beside = (side: RawBuilder<unknown>) => sql<SqlBool>`(${key}, leads.id) ${side} (${myKey}, ${myId})`;
  const rows = (condition: RawBuilder<SqlBool>) =>
    sql`SELECT leads.id FROM ${scope.table('leads')} leads
      WHERE ${sql.join([...leadConditions(scope, filters), condition], sql` AND `)}`;
  const first = (condition: RawBuilder<SqlBool>, direction: RawBuilder<unknown>) =>
    sql`(${rows(condition)} ORDER BY ${key} ${direction}, leads.id ${direction} LIMIT 1)`;
  const emptyBefore = sql<SqlBool>`${key} IS NULL AND ${myKey} IS NULL AND leads.id ${earlier} ${myId}`;
  const emptyAfter = sql<SqlBool>`${key} IS NULL AND (${myKey} IS NOT NULL OR leads.id ${later} ${myId})`;
  const filledBeforeEmpty = sql<SqlBool>`${key} IS NOT NULL AND ${myKey} IS NULL`;
  return {
    next: sql`coalesce(${first(beside(later), forward)}, ${first(emptyAfter, forward)})`,
    previous: sql`coalesce(${first(emptyBefore, backward)}, ${first(beside(earlier), backward)},
      ${first(filledBeforeEmpty, backward)})`,
    before: sql`${rows(beside(earlier))} UNION ALL ${rows(emptyBefore)} UNION ALL ${rows(filledBeforeEmpty)}`,
  };
}
