import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { DEFAULT_TIME_ZONE, startOfDay } from '#shared/dates.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { InvalidInput } from '#server/errors.ts';

/** From and To as days of the client's time zone, both included. Throws 422 for days that do not exist or run backwards. */
export function dayConditions(
  scope: ReadScope,
  moment: RawBuilder<unknown>,
  { from_date, to_date }: { from_date?: string | undefined; to_date?: string | undefined },
): RawBuilder<SqlBool>[] {
  const timeZone = scope.client?.timeZone ?? DEFAULT_TIME_ZONE;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (from_date && to_date && from_date > to_date) {
    throw new InvalidInput([{ field: 'from_date', message: 'From date cannot be after To date' }]);
  }
  if (from_date) {
    const from = startOfDay(from_date, timeZone);
    if (!from)
      throw new InvalidInput([{ field: 'from_date', message: 'From date is not a date that exists.' }]);
    conditions.push(sql<SqlBool>`${moment} >= ${from}`);
  }
  if (to_date) {
    const after = startOfDay(to_date, timeZone) && startOfDay(to_date, timeZone, 1);
    if (!after) throw new InvalidInput([{ field: 'to_date', message: 'To date is not a date that exists.' }]);
    conditions.push(sql<SqlBool>`${moment} < ${after}`);
  }
  return conditions;
}
