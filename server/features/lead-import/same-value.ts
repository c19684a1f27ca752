import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { OPTION_GAP } from '#shared/fields/lead-options.ts';
import { foldedText } from '#server/db/sql/folded-text.ts';

/** Whether two spellings mean the same option, as `foldOption` defines it. */
export function sameOption(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const folded = (option: RawBuilder<unknown>) =>
    sql`regexp_replace(${foldedText(sql`btrim(${option})`)}, ${OPTION_GAP}, '_', 'g')`;
  return sql<SqlBool>`${folded(one)} = ${folded(other)}`;
}

/** Whether two moments are equal to the minute, the precision of files, in the client's time zone. */
export function sameMinute(
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
  timeZone: string,
): RawBuilder<SqlBool> {
  const clock = (instant: RawBuilder<unknown>) =>
    sql`date_trunc('minute', ${instant} AT TIME ZONE ${timeZone}::text)`;
  return sql<SqlBool>`${clock(one)} = ${clock(other)}`;
}
