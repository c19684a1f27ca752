import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';

/**
 * Whether two moments are equal to the millisecond, the precision callers see. Written to depend on no
 * session setting, because a cluster accepts nothing else in a write.
 */
export function sameMillisecond(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const cut = (moment: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${moment} AT TIME ZONE 'UTC')`;
  return sql<SqlBool>`${cut(one)} = ${cut(other)}`;
}
