import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { dayOf } from '#shared/values/dates.ts';
import { nextOf } from '#shared/activities/repeat.ts';
import type { NewRepeat, Series } from '#shared/activities/repeat.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { ReminderRow } from '#server/db/tables/reminder-tables.ts';
import { InvalidInput } from '#server/errors.ts';
import { clientTime } from '#server/leads/working-time.queries.ts';

type Reminder = Selectable<ReminderRow>;
export type SeriesColumns = Pick<
  Reminder,
  'repeat_every' | 'repeat_unit' | 'repeat_until' | 'repeat_from' | 'repeat_step' | 'repeats'
>;
type Repetition = Omit<SeriesColumns, 'repeats'>;

const NEVER: Repetition = {
  repeat_every: null,
  repeat_unit: null,
  repeat_until: null,
  repeat_from: null,
  repeat_step: null,
};

/** The columns of a repetition that begins with a follow-up at `date`. Throws 422 if it would end before. */
export function repetition(
  { client: { timeZone } }: Pick<ClientScope, 'client'>,
  repeat: NewRepeat | null | undefined,
  date: string | Date,
  field = 'repeat.until',
): Repetition {
  if (!repeat) return NEVER;
  const { every, unit, until } = repeat;
  const from = new Date(date);
  if (until !== null && until < dayOf(from, timeZone))
    throw new InvalidInput([{ field, message: 'Choose a last day on or after the due date.' }]);
  return { repeat_every: every, repeat_unit: unit, repeat_until: until, repeat_from: from, repeat_step: 0 };
}

/** A repetition's values in the order of its columns. */
export const repeatValues = (repeats: Repetition) =>
  sql`${repeats.repeat_every}::int, ${repeats.repeat_unit}::text, ${repeats.repeat_until}::date, ${repeats.repeat_from}::timestamptz,
    ${repeats.repeat_step}::int`;

/**
 * The columns that an edit changes. Another rhythm begins with this follow-up; another last day keeps the
 * days of the series, as does the same rhythm.
 */
export function changedRepetition(
  scope: Pick<ClientScope, 'client'>,
  before: Reminder,
  repeat: NewRepeat | null | undefined,
  date: string | Date = before.reminder_date,
): Partial<Repetition> {
  if (repeat === undefined) return {};
  const begun = repetition(scope, repeat, date);
  const isSame = begun.repeat_every === before.repeat_every && begun.repeat_unit === before.repeat_unit;
  return isSame && date === before.reminder_date ? { repeat_until: begun.repeat_until } : begun;
}

/** Whether a follow-up repeats like this. */
export function repeatsSo(before: Reminder, repeat: NewRepeat | null): boolean {
  return (
    before.repeat_every === (repeat?.every ?? null) &&
    before.repeat_unit === (repeat?.unit ?? null) &&
    before.repeat_until === (repeat?.until ?? null)
  );
}

function seriesOf(reminder: Reminder): Series | undefined {
  const { repeat_every: every, repeat_unit: unit, repeat_until: until } = reminder;
  const { repeat_from: from, repeat_step: step } = reminder;
  return every && unit && from && step !== null ? { every, unit, until, from, step } : undefined;
}

/**
 * Plans the next follow-up of a series when one is completed, for the same owner, in the caller's transaction,
 * which has locked the lead and updates it. Does nothing if the follow-up has its successor already, or the
 * series is over.
 */
export async function planNext(scope: ClientScope, reminder: Reminder, owner: string | null): Promise<void> {
  const series = seriesOf(reminder);
  if (!series) return;
  const { isWorkingDay } = await clientTime(scope);
  const now = new Date();
  const next = nextOf(series, now, { isWorkingDay, timeZone: scope.client.timeZone });
  if (!next) return;
  const { lead_id, title, description, repeat_every, repeat_unit, repeat_until, repeat_from } = reminder;
  await scope.db
    .insertInto('reminders')
    .values({
      id: uuidv7(),
      lead_id,
      user_id: owner,
      title,
      description,
      reminder_date: next.at,
      created_at: now,
      updated_at: now,
      repeat_every,
      repeat_unit,
      repeat_until,
      repeat_from,
      repeat_step: next.step,
      repeats: reminder.id,
    })
    .onConflict((conflict) => conflict.column('repeats').where('repeats', 'is not', null).doNothing())
    .execute();
}

/** Takes back what the completion of a follow-up planned, unless somebody has changed that since. */
export async function removeNext({ db }: ClientScope, { id }: Reminder): Promise<void> {
  await db
    .deleteFrom('reminders')
    .where('repeats', '=', id)
    .where('is_completed', '=', false)
    .where('version', '=', 1)
    .execute();
}
