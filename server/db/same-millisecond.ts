import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';

/**
 * Whether two moments agree to the millisecond, as callers read them. In a form that depends on no setting of the session: a
 * cluster takes no other where a change is written.
 */
export function sameMillisecond(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const cut = (moment: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${moment} AT TIME ZONE 'UTC')`;
  return sql<SqlBool>`${cut(one)} = ${cut(other)}`;
}
