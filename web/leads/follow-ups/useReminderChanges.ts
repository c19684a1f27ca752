import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { formatDateTime } from '#shared/dates.ts';
import { myDay } from '#shared/my-day.ts';
import type { MyDay } from '#shared/my-day.ts';
import { reminders } from '#shared/reminders.ts';
import type { Reminder } from '#shared/reminders.ts';
import { useSend } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

/** The properties of a reminder that its changes need. */
type Changed = Pick<Reminder, 'id' | 'version' | 'reminder_date' | 'client_time_zone'>;

const COMPLETED = 'Reminder marked as completed';
const NOT_COMPLETED = 'Failed to mark reminder as completed';
const NOT_SNOOZED = 'Failed to snooze the reminder';

/** Changes a reminder. The toast of each change offers an undo. `timeZone` is for reminders without one. */
export function useReminderChanges(timeZone: string) {
  const queries = useQueryClient();
  const completion = useSend(reminders.complete);
  const reopening = useSend(reminders.reopen);
  const change = useSend(reminders.update);

  const reopen = async (id: string) => {
    try {
      await reopening.mutateAsync({ params: { id } });
      showSuccess('The reminder is open again');
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), 'Failed to reopen the reminder');
    }
  };

  /** Resolves to whether the reminder is now completed. `onUndo` is called when that is undone. */
  const complete = async ({ id }: Changed, onUndo: () => void): Promise<boolean> => {
    takeOutOfDay(queries, id);
    try {
      await completion.mutateAsync({ params: { id } });
    } catch (error) {
      showFailure(messageOf(error, NOT_COMPLETED));
      return false;
    }
    void showUndoable(COMPLETED, () => {
      onUndo();
      void reopen(id);
    });
    return true;
  };

  const move = async ({ id, version }: Changed, to: string) => {
    const body = { version, reminder_date: to };
    try {
      return (await change.mutateAsync({ params: { id }, body })).data;
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), NOT_SNOOZED);
      return undefined;
    }
  };

  /** Resolves to whether the reminder was snoozed. */
  const snooze = async (reminder: Changed, until: Date): Promise<boolean> => {
    const moved = await move(reminder, until.toISOString());
    if (!moved) return false;
    void showUndoable(
      `Snoozed until ${formatDateTime(until, reminder.client_time_zone ?? timeZone)}`,
      () => void move(moved, reminder.reminder_date),
    );
    return true;
  };
  return { complete, snooze };
}

/**
 * Removes a follow-up from the day before the server has responded; after a refusal it returns with the next
 * reload.
 */
function takeOutOfDay(queries: QueryClient, id: string): void {
  const ofDay = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[3] === myDay.get.path,
  };
  queries.setQueriesData<{ data: MyDay }>(ofDay, (answer) => {
    if (!answer) return answer;
    const groups = Object.entries(answer.data).map(([name, group]) => {
      if (typeof group !== 'object' || !('rows' in group)) return [name, group];
      const rows = group.rows.filter((row) => row.id !== id);
      return [name, { ...group, rows, total: group.total - (group.rows.length - rows.length) }];
    });
    return { ...answer, data: Object.fromEntries(groups) as MyDay };
  });
}
