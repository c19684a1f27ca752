import { PUSH_SNOOZE } from '#shared/activities/push-devices.ts';
import type { Scope } from '#server/db/scope.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { ownPeople } from '#server/features/reminders/reminder-owners.queries.ts';
import { setCompleted, updateReminder } from '#server/features/reminders/reminder-writes.queries.ts';
import { UNKNOWN_REMINDER, getShownReminder } from '#server/features/reminders/reminders.queries.ts';
import type { PushCapability } from '#server/secrets/push-capability.ts';

const CHANGED = 'This follow-up has been changed meanwhile.';

/**
 * Completes or puts off a follow-up of the caller, or of somebody whom the caller covers. Throws 404 for other
 * follow-ups, and 409 when it has been changed since the notification.
 */
export async function actOnReminder(
  scope: Scope,
  { reminderId, version }: PushCapability,
  action: 'done' | 'snooze',
): Promise<void> {
  const client = await scope.owning('reminders', reminderId, UNKNOWN_REMINDER);
  const reminder = await getShownReminder(client, reminderId);
  if (reminder.user_id === null || !(await ownPeople(client)).includes(reminder.user_id))
    throw new NotFound(UNKNOWN_REMINDER);
  if (reminder.version !== version || reminder.is_completed) throw new Conflict(CHANGED);
  if (action === 'done') return await setCompleted(client, reminderId, true);
  const until = new Date(Date.now() + PUSH_SNOOZE * 60_000).toISOString();
  return await updateReminder(client, reminderId, { version, reminder_date: until });
}
