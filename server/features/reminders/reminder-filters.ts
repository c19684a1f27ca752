import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { dayOf, startOfDay, zoneOf } from '#shared/values/dates.ts';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import type { DUES, reminders } from '#shared/activities/reminders.ts';
import { dayConditions } from '#server/db/days.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { isSet } from '#server/leads/list/lead-filters.ts';
import { IS_OVERDUE, isOfPeople, wasLate } from '#server/leads/list/whose-work.ts';

/** `owners`: the users meant by `user_id`; undefined for everybody. */
export type ReminderQuery = QueryOf<typeof reminders.list> & { owners: readonly string[] | undefined };

/** Conditions on the reminders that are listed and counted. */
export function whose(scope: ReadScope, { lead_id, owners }: ReminderQuery): RawBuilder<unknown>[] {
  const where = [sql`true`];
  if (lead_id) where.push(sql`reminders.lead_id = ${lead_id}::uuid`);
  if (owners) where.push(isOfPeople(scope, sql`reminders.user_id`, owners));
  return where;
}

/** Conditions on the listed reminders for the page's group and chip. */
export function within(scope: ReadScope, query: ReminderQuery): RawBuilder<unknown>[] {
  const { ids, is_completed, was_late, due, first_of_lead, owners } = query;
  const where: RawBuilder<unknown>[] = dayConditions(
    scope,
    { table: 'reminders', column: sql`reminders.reminder_date` },
    query,
  );
  if (ids) where.push(sql`reminders.id = ANY(${ids}::uuid[])`);
  // The group is inlined in the SQL: as a parameter, it would hide the number of rows from a prepared plan.
  if (is_completed)
    where.push(is_completed === 'true' ? sql`reminders.is_completed` : sql`NOT reminders.is_completed`);
  if (was_late) where.push(sql`reminders.is_completed AND ${isSet(wasLate(scope), was_late === 'true')}`);
  if (first_of_lead) where.push(sql`NOT reminders.is_completed AND ${isFirstOfLead(scope, owners)}`);
  if (due) where.push(sql`NOT reminders.is_completed AND ${CHIPS[due](daysOf(scope))}`);
  return where;
}

/** Whether no other open reminder of the same lead, by these people or by anybody, is due earlier. */
export function isFirstOfLead(scope: ReadScope, people: readonly string[] | undefined): RawBuilder<SqlBool> {
  const own = people ? sql`AND ${isOfPeople(scope, sql`e.user_id`, people)}` : sql``;
  return sql<SqlBool>`NOT EXISTS (SELECT 1 FROM ${scope.table('reminders')} e WHERE e.lead_id = reminders.lead_id AND NOT e.is_completed
    ${own} AND (e.reminder_date, e.id) < (reminders.reminder_date, reminders.id) OFFSET 0)`;
}

/** The chips of the open group, in the client's calendar. */
export const CHIPS: Record<(typeof DUES)[number], (days: Days) => RawBuilder<SqlBool>> = {
  overdue: () => IS_OVERDUE,
  today: ({ next }) => sql<SqlBool>`reminders.reminder_date >= now() AND reminders.reminder_date < ${next}`,
  later: ({ next }) => sql<SqlBool>`reminders.reminder_date >= greatest(now(), ${next}::timestamptz)`,
  tomorrow: ({ next, afterNext }) =>
    sql<SqlBool>`reminders.reminder_date >= greatest(now(), ${next}::timestamptz) AND reminders.reminder_date < ${afterNext}`,
  after_tomorrow: ({ afterNext }) =>
    sql<SqlBool>`reminders.reminder_date >= greatest(now(), ${afterNext}::timestamptz)`,
  until_today: ({ next }) => sql<SqlBool>`reminders.reminder_date < greatest(now(), ${next}::timestamptz)`,
};

/** The moments when tomorrow and the day after begin in the client's time zone. */
type Days = { next: Date; afterNext: Date };

export function daysOf(scope: ReadScope): Days {
  const timeZone = zoneOf(scope.client);
  const today = dayOf(new Date(), timeZone);
  const begin = (days: number) => startOfDay(today, timeZone, days) ?? new Date();
  return { next: begin(1), afterNext: begin(2) };
}
