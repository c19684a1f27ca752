import { useQueryClient } from '@tanstack/react-query';
import { formatDateTime, nearDay } from '#shared/values/dates.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { outboxOf } from '#web/api/outbox.ts';
import { useSend } from '#web/api/query.ts';
import { isWithdrawn, messageOf } from '#web/lib/errors.ts';
import { orOffline } from '#web/lib/online.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

/** The properties of a reminder that its changes need. */
type Changed = Pick<Reminder, 'id' | 'version' | 'reminder_date' | 'repeat' | 'client_time_zone'>;
type Input = { params?: { id?: string } };

const isOf =
  (id: string) =>
  ({ params }: Input): boolean =>
    params?.id === id;

const COMPLETED = 'Reminder marked as completed';
const NOT_COMPLETED = 'Failed to mark reminder as completed';
const NOT_SNOOZED = 'Failed to snooze the reminder';
const NOT_MOVED = 'Failed to move the follow-up';

/**
 * Changes a reminder. The toast of each change offers an undo. Without a connection a change counts as made,
 * and a refusal is shown later. `timeZone` is for reminders without one.
 */
export function useReminderChanges(timeZone: string) {
  const completion = useSend(reminders.complete);
  const reopening = useSend(reminders.reopen);
  const change = useSend(reminders.update);
  const outbox = outboxOf(useQueryClient());

  const reopen = async (id: string) => {
    try {
      await orOffline(reopening.mutateAsync({ params: { id } }));
      showSuccess('The reminder is open again');
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), 'Failed to reopen the reminder');
    }
  };

  /** Resolves to whether the reminder is now completed. `onUndo` is called when that is undone. */
  const complete = async (reminder: Changed, onUndo: () => void): Promise<boolean> => {
    const { id, repeat } = reminder;
    const completing = completion.mutateAsync({ params: { id } });
    const outcome = completing.then(
      () => true,
      (error: unknown) => {
        if (!isWithdrawn(error)) showFailure(messageOf(error, NOT_COMPLETED));
        return false;
      },
    );
    const say = (words: string) =>
      void showUndoable(words, () => {
        onUndo();
        if (!outbox.withdraw(reminders.complete, isOf(id))) void reopen(id);
      });
    if (!repeat) say(COMPLETED);
    else {
      const zone = reminder.client_time_zone ?? timeZone;
      const answer = completing.then(({ data }) => doneWords(data.next, zone));
      void orOffline(answer).then(
        (words = COMPLETED) => say(words),
        () => undefined,
      );
    }
    return (await orOffline(outcome)) ?? true;
  };

  const move = async ({ id, version }: Changed, to: string, failure: string) => {
    // After a change that is still on its way, the version is not known.
    const isFollowing = outbox.unsent().some(({ input }) => isOf(id)(input as Input));
    const body = { ...(!isFollowing && { version }), reminder_date: to };
    try {
      return (await change.mutateAsync({ params: { id }, body })).data;
    } catch (error) {
      if (!isWithdrawn(error)) showFailure(messageOf(error, 'Please try again.'), failure);
      return undefined;
    }
  };

  const moveUndoably = async (reminder: Changed, to: Date, said: string, failure: string) => {
    let latest = reminder;
    const moving = move(reminder, to.toISOString(), failure);
    void moving.then((moved) => (latest = moved ?? latest));
    void showUndoable(said, () => {
      if (!outbox.withdraw(reminders.update, isOf(reminder.id)))
        void move(latest, reminder.reminder_date, failure);
    });
    return (await orOffline(moving.then((moved) => moved !== undefined))) ?? true;
  };

  /** Resolves to whether the reminder was snoozed. */
  const snooze = async (reminder: Changed, until: Date): Promise<boolean> => {
    const words = formatDateTime(until, reminder.client_time_zone ?? timeZone);
    return await moveUndoably(reminder, until, `Snoozed until ${words}`, NOT_SNOOZED);
  };

  /** Moves the reminder to another day. */
  const reschedule = async (reminder: Changed, to: Date): Promise<boolean> => {
    const words = nearDay(to, reminder.client_time_zone ?? timeZone);
    return await moveUndoably(reminder, to, `Moved to ${words}`, NOT_MOVED);
  };
  return { complete, snooze, reschedule };
}

const doneWords = (next: Pick<Reminder, 'reminder_date'> | null | undefined, timeZone: string) =>
  next ? `Done. ${nextOn(next, timeZone)}` : 'Done. That was the last one';

/** `Next on Fri 4 Dec`. */
export const nextOn = ({ reminder_date }: Pick<Reminder, 'reminder_date'>, timeZone: string) =>
  `Next on ${nearDay(new Date(reminder_date), timeZone)}`;
