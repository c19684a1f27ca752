import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { MIRROR_SCHEMA, MIRRORED_SUMS, SUMS_CELL, UNPLANNED } from '#server/db/mirror-tables.ts';
import type { ReadScope } from '#server/db/scope.ts';

const CELL = sql.join(SUMS_CELL.map((column) => sql.id(column)));

/**
 * The counters by status, source and flags, as a table in brackets. Across clients these are sums over all of them, whatever
 * their number; `client_id` tells the rows of the clients in `own` apart, and is null in all others. Only across clients
 * leads for which nothing is planned are counted, too.
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
