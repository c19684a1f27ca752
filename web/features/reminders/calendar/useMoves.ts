import { useState } from 'react';
import type { Reminder } from '#shared/activities/reminders.ts';
import { momentOn } from '#web/features/reminders/calendar/calendar-days.ts';
import { useReminderChanges } from '#web/leads/follow-ups/useReminderChanges.ts';
import { showFailure } from '#web/ui/states/toast.ts';

/** A follow-up that was moved, until it has the focus on its new day. */
type Moved = { id: string; day: string };

/** Moves follow-ups to another day, and the focus with them. */
export function useMoves(timeZone: string) {
  const { reschedule } = useReminderChanges(timeZone);
  const [moved, setMoved] = useState<Moved>();
  const move = (reminder: Reminder, day: string) => {
    const to = momentOn(day, reminder, reminder.client_time_zone ?? timeZone, new Date());
    if (!to)
      return showFailure('That time has already passed. Choose a later day.', 'Failed to move the follow-up');
    setMoved({ id: reminder.id, day });
    return void reschedule(reminder, to);
  };
  return { move, moved, onFocused: () => setMoved(undefined) };
}
