import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { MIRROR_SCHEMA, MIRRORED_SUMS, SUMS_CELL, UNPLANNED } from '#server/db/tables/mirrored-tables.ts';
import type { ReadScope } from '#server/db/scope.ts';

const CELL = sql.join(SUMS_CELL.map((column) => sql.id(column)));

/**
 * The counters by status, source and flags, as a parenthesised table. Across clients these are sums over all
 * of them, however many; `client_id` identifies the rows of the clients in `own` and is null otherwise. Leads
 * without a next step are counted only across clients.
 */
export function leadSums(scope: ReadScope, own: readonly string[]): RawBuilder<unknown> {
  const totals = scope.table('lead_totals');
  const unplanned = sql.id(UNPLANNED);
  if (!scope.isEverything)
    return sql`(SELECT NULL::uuid AS client_id, ${CELL}, leads, value, NULL::int8 AS ${unplanned} FROM ${totals} totals)`;
  const all = sql`SELECT NULL::uuid AS client_id, ${CELL}, leads, value, ${unplanned} FROM ${sql.id(MIRROR_SCHEMA, MIRRORED_SUMS)}`;
  if (own.length === 0) return sql`(${all})`;
  const theirs = sql`FROM ${totals} WHERE client_id = ANY(${own}::uuid[])`;
  return sql`(${all} UNION ALL SELECT NULL, ${CELL}, -leads, -value, -${unplanned} ${theirs}
    UNION ALL SELECT client_id, ${CELL}, leads, value, ${unplanned} ${theirs})`;
}
