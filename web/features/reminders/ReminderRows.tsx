import { useState } from 'react';
import type { Reminder } from '#shared/activities/reminders.ts';
import { ReminderRow } from '#web/features/reminders/ReminderRow.tsx';
import classes from '#web/features/reminders/WorkRow.module.css';
import { choiceOf } from '#web/features/reminders/reminders-state.ts';
import type { RemindersState } from '#web/features/reminders/reminders-state.ts';
import { useCardKeys } from '#web/features/reminders/useCardKeys.ts';
import { useReminderChanges } from '#web/leads/follow-ups/useReminderChanges.ts';
import type { CallWay } from '#web/leads/ways/call-way.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { loadable } from '#web/lib/loadable.tsx';

const ReminderDialog = loadable(
  async () => (await import('#web/features/reminders/ReminderDialog.tsx')).ReminderDialog,
);
const CompleteDialog = loadable(
  async () => (await import('#web/features/reminders/CompleteDialog.tsx')).CompleteDialog,
);
type Props = {
  rows: readonly Reminder[];
  state: RemindersState;
  timeZone: string;
  /**
   * The time of the response: a reminder that it counts as overdue shows as overdue, even within the same
   * minute.
   */
  readAt: number;
  /** Whether old rows show while new ones load. */
  isStale: boolean;
  onDone: (reminder: Reminder) => void;
  onReopened: () => void;
};

/** The follow-ups of a page, and the one dialog that can be open over them. */
export function ReminderRows({ rows, state, timeZone, readAt, isStale, onDone, onReopened }: Props) {
  const now = Math.max(useNow(), readAt);
  const changes = useReminderChanges(timeZone);
  const [open, setOpen] = useState<{ dialog: 'view' | 'complete'; reminder: Reminder }>();
  const close = () => setOpen(undefined);
  useCardKeys();
  return (
    <>
      <ul
        className={classes.rows}
        aria-label={state.group === 'completed' ? 'Completed' : 'Upcoming'}
        aria-busy={isStale}
      >
        {rows.map((reminder) => (
          <ReminderRow
            key={reminder.id}
            reminder={reminder}
            isMine={state.mine}
            now={now}
            timeZone={reminder.client_time_zone ?? timeZone}
            callWay={callWay(state)}
            onView={() => setOpen({ dialog: 'view', reminder })}
            onComplete={() => setOpen({ dialog: 'complete', reminder })}
            onSnooze={(until) => void changes.snooze(reminder, until)}
          />
        ))}
      </ul>
      {open?.dialog === 'view' && <ReminderDialog reminder={open.reminder} onClose={close} />}
      {open?.dialog === 'complete' && (
        <CompleteDialog
          reminder={open.reminder}
          onComplete={() => changes.complete(open.reminder, onReopened)}
          onCompleted={() => {
            close();
            // A repeating one has planned the next itself.
            if (!open.reminder.repeat) onDone(open.reminder);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Calling from an open follow-up goes through the shown reminders. Completed ones are not a queue. */
function callWay(state: RemindersState): CallWay {
  if (state.group === 'completed') return { origin: 'reminders' };
  return { origin: 'reminders', choice: choiceOf(state) };
}
