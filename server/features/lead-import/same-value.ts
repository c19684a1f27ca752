import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';

/** Two spellings of one option are one, as `foldOption` says. */
export function sameOption(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const folded = (option: RawBuilder<unknown>) =>
    sql`regexp_replace(lower(btrim(${option})), '[\\s_-]+', '_', 'g')`;
  return sql<SqlBool>`${folded(one)} = ${folded(other)}`;
}

/** Files carry minutes on the client's clocks: what reads the same there has not changed. */
export function sameMinute(
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
  timeZone: string,
): RawBuilder<SqlBool> {
  const clock = (instant: RawBuilder<unknown>) =>
    sql`date_trunc('minute', ${instant} AT TIME ZONE ${timeZone}::text)`;
  return sql<SqlBool>`${clock(one)} = ${clock(other)}`;
}
