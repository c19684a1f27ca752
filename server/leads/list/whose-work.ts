import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { zoneOfRow } from '#server/db/days.ts';
import type { ReadScope } from '#server/db/scope.ts';

/** Whether a call or follow-up belongs to one of these: users, `me`, or `none` for unowned. */
export function isOfPeople(
  scope: ReadScope,
  column: RawBuilder<unknown>,
  people: readonly string[],
): RawBuilder<SqlBool> {
  const ids = people.filter((one) => one !== 'none').map((one) => (one === 'me' ? scope.user.id : one));
  const nobody = sql<SqlBool>`${column} IS NULL`;
  if (ids.length === 0) return nobody;
  // A single user is compared with `=`, so that indexes starting with the user keep their order.
  const somebody =
    ids.length === 1
      ? sql<SqlBool>`${column} = ${ids[0]}::uuid`
      : sql<SqlBool>`${column} = ANY(${ids}::uuid[])`;
  return ids.length === people.length ? somebody : sql<SqlBool>`(${nobody} OR ${somebody})`;
}

/** Whether an open follow-up is past its time. */
export const IS_OVERDUE = sql<SqlBool>`reminders.reminder_date < now()`;

/** Whether a follow-up was completed on a later day than it was due, in its client's time zone. */
export function wasLate(scope: ReadScope): RawBuilder<SqlBool> {
  const [due, done] = [sql`reminders.reminder_date`, sql`reminders.completed_at`];
  const dayOf = (moment: RawBuilder<unknown>) =>
    sql`(${moment} AT TIME ZONE ${zoneOfRow(scope, 'reminders')})::date`;
  // Converting to calendar days is slow, so only completions within a day and a half of the due time do it.
  return sql<SqlBool>`coalesce(${done} > ${due} AND (${done} - ${due} > interval '36 hours' OR ${dayOf(done)} > ${dayOf(due)}), false)`;
}
