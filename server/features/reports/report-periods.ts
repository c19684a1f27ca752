import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { startOfDay, zoneOf } from '#shared/values/dates.ts';
import { daysBefore } from '#shared/activities/reports.ts';
import type { ReportDays } from '#shared/activities/reports.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { InvalidInput } from '#server/errors.ts';

/**
 * The leads that reports count: neither in the trash nor archived nor duplicates. The report indexes contain
 * only these (migration 0024).
 */
export const IS_REPORTED = sql<SqlBool>`leads.deleted_at IS NULL AND NOT leads.is_archived AND NOT leads.is_duplicate`;

/** A period and the one it is compared with, in the client's calendar. */
export type ReportPeriods = {
  before: ReportDays;
  timeZone: string;
  /** The moment the earlier period begins. */
  begin: Date;
  /** The two periods as rows `(is_now, begins, ends)`. */
  rows: RawBuilder<unknown>;
  /** Whether a moment is in one of the two periods. */
  within: (moment: RawBuilder<unknown>) => RawBuilder<SqlBool>;
  /** Whether a moment within them is in the later one. */
  isNow: (moment: RawBuilder<unknown>) => RawBuilder<boolean>;
};

/**
 * The two periods of a report; the earlier one comes from `daysBefore` by default. Throws 422 when all
 * clients are read, because a report is about one.
 */
export function reportPeriods(scope: ReadScope, days: ReportDays, before = daysBefore(days)): ReportPeriods {
  if (scope.isEverything)
    throw new InvalidInput([{ field: 'client_id', message: 'Choose a client for this report.' }]);
  const timeZone = zoneOf(scope.client);
  const ends = ({ from_date, to_date }: ReportDays) =>
    [startOfDay(from_date, timeZone), startOfDay(to_date, timeZone, 1)] as [Date, Date];
  const [[begin, end], [beginNow, endNow]] = [ends(before), ends(days)];
  return {
    before,
    timeZone,
    begin,
    rows: sql`(VALUES (true, ${beginNow}::timestamptz, ${endNow}::timestamptz), (false, ${begin}::timestamptz, ${end}::timestamptz))`,
    // The outer bounds are separate conditions, so that an index can use them.
    within: (moment) =>
      sql<SqlBool>`${moment} >= ${begin} AND ${moment} < ${endNow} AND (${moment} < ${end} OR ${moment} >= ${beginNow})`,
    isNow: (moment) => sql<boolean>`${moment} >= ${beginNow}`,
  };
}
