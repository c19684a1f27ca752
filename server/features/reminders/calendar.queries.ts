import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { startOfDay, zoneOf } from '#shared/values/dates.ts';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import { MAX_CALENDAR_DAYS, MOST_OF_DAY } from '#shared/activities/reminder-calendar.ts';
import type { CalendarDay, reminderCalendar } from '#shared/activities/reminder-calendar.ts';
import { workingTime } from '#shared/company/working-time.ts';
import { zoneOfRow } from '#server/db/days.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { cappedCount } from '#server/db/sql/paginate.ts';
import { InvalidInput } from '#server/errors.ts';
import { withOwners } from '#server/features/reminders/reminder-owners.queries.ts';
import { presentedReminders } from '#server/features/reminders/reminders.queries.ts';
import type { PresentedReminder } from '#server/features/reminders/reminders.queries.ts';
import { notHidden } from '#server/leads/list/not-in-trash.ts';
import { isOfPeople } from '#server/leads/list/whose-work.ts';
import { storedHours } from '#server/leads/working-time.queries.ts';

type Query = QueryOf<typeof reminderCalendar.get>;
type Day = Omit<CalendarDay, 'reminders'> & { reminders: PresentedReminder[] };
type Span = { day: string; begins: Date; ends: Date };

/** Longer than any two time zones differ. */
const ZONES_DIFFER = sql`interval '27 hours'`;

/**
 * The first follow-ups of each day and their number, counted only up to what is shown. Every day reads its
 * own part of an index, so many follow-ups cost no more than few. Throws 422.
 */
export async function getCalendar(scope: ReadScope, query: Query): Promise<Day[]> {
  const spans = spansOf(scope, query);
  const ofDay = await conditions(scope, query);
  const days = sql`unnest(${spans.map(({ day }) => day)}::text[], ${spans.map(({ begins }) => begins)}::timestamptz[],
    ${spans.map(({ ends }) => ends)}::timestamptz[]) AS d (day, begins, ends)`;
  const all = scope.table('reminders');
  const byDate = sql`reminders.reminder_date, reminders.id`;
  const [counted, found, shown] = await Promise.all([
    sql<{ day: string; total: number }>`
      SELECT d.day, ${cappedCount(sql`FROM ${all} reminders WHERE ${ofDay}`, MOST_OF_DAY)} AS total FROM ${days}`.execute(
      scope.db,
    ),
    presentedReminders<{ calendar_day: string }>(
      scope,
      sql`(SELECT first.*, d.day AS calendar_day FROM ${days}, LATERAL (
        SELECT * FROM ${all} reminders WHERE ${ofDay} ORDER BY ${byDate} LIMIT ${query.per_day}) first)`,
      sql`ORDER BY ${byDate}`,
      sql`, reminders.calendar_day`,
    ).execute(scope.db),
    workOf(scope),
  ]);
  const totals = new Map(counted.rows.map(({ day, total }) => [day, total]));
  return spans.map(({ day }) => {
    const total = totals.get(day) ?? 0;
    return {
      day,
      ...shown(day),
      total: Math.min(total, MOST_OF_DAY),
      totalIsCapped: total > MOST_OF_DAY,
      reminders: found.rows.filter((row) => row.calendar_day === day),
    };
  });
}

/** The days, each from midnight to midnight in the client's time zone. */
function spansOf(scope: ReadScope, { from_date, to_date }: Query): Span[] {
  const zone = zoneOf(scope.client);
  if (from_date > to_date)
    throw new InvalidInput([{ field: 'from_date', message: 'From date cannot be after To date' }]);
  const count = (Date.parse(to_date) - Date.parse(from_date)) / 86_400_000 + 1;
  if (count > MAX_CALENDAR_DAYS)
    throw new InvalidInput([
      { field: 'to_date', message: `A calendar shows ${MAX_CALENDAR_DAYS} days at most.` },
    ]);
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(from_date) + index * 86_400_000).toISOString().slice(0, 10);
    const begins = startOfDay(day, zone);
    const ends = startOfDay(day, zone, 1);
    return begins && ends ? [{ day, begins, ends }] : [];
  }).flat();
}

/** Conditions on the reminders of the day `d`. */
async function conditions(scope: ReadScope, query: Query): Promise<RawBuilder<unknown>> {
  const { owners } = await withOwners(scope, query);
  const date = sql`reminders.reminder_date`;
  // Inlined, like the groups of the list.
  const group = query.is_completed === 'true' ? sql`reminders.is_completed` : sql`NOT reminders.is_completed`;
  const day =
    scope.zones.length === 0
      ? sql`${date} >= d.begins AND ${date} < d.ends`
      : sql`${date} >= d.begins - ${ZONES_DIFFER} AND ${date} < d.ends + ${ZONES_DIFFER}
          AND (${date} AT TIME ZONE ${zoneOfRow(scope, 'reminders')})::date = d.day::date`;
  const whose = owners ? isOfPeople(scope, sql`reminders.user_id`, owners) : sql`true`;
  return sql`${group} AND ${day} AND ${whose} AND ${notHidden(scope, 0)}`;
}

type Work = Pick<CalendarDay, 'is_working' | 'holiday'>;

/** Whether the client works on a day, and which holiday it is; across clients it always does. */
async function workOf({ client, db }: ReadScope): Promise<(day: string) => Work> {
  const hours = client ? await storedHours(db) : null;
  if (!client || !hours || hours.all_hours) return () => ({ is_working: true, holiday: null });
  const { isWorkingDay } = workingTime(hours, client.timeZone);
  const names = new Map(hours.holidays.map(({ day, name }) => [day, name]));
  return (day) => ({ is_working: isWorkingDay(day), holiday: names.get(day) ?? null });
}
