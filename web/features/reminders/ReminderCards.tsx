import { useState } from 'react';
import type { Reminder } from '#shared/reminders.ts';
import { ReminderCard } from '#web/features/reminders/ReminderCard.tsx';
import type { CardDialog } from '#web/features/reminders/ReminderActions.tsx';
import classes from '#web/features/reminders/Reminders.module.css';
import { choiceOf } from '#web/features/reminders/reminders-state.ts';
import type { RemindersState } from '#web/features/reminders/reminders-state.ts';
import { useCardKeys } from '#web/features/reminders/useCardKeys.ts';
import type { RemindersView } from '#web/features/reminders/useRemindersView.ts';
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
const SnoozeDialog = loadable(
  async () => (await import('#web/leads/follow-ups/SnoozeDialog.tsx')).SnoozeDialog,
);

type Props = {
  rows: readonly Reminder[];
  state: RemindersState;
  timeZone: string;
  view: RemindersView;
  /**
   * The time of the response: a reminder that it counts as overdue shows as overdue, even within the same
   * minute.
   */
  readAt: number;
  /** Whether old cards show while new ones load. */
  isStale: boolean;
  onDone: (reminder: Reminder) => void;
  onReopened: () => void;
};

/** The cards of a page, and the one dialog that can be open over them. */
export function ReminderCards({ rows, state, timeZone, view, readAt, isStale, onDone, onReopened }: Props) {
  const now = Math.max(useNow(), readAt);
  const changes = useReminderChanges(timeZone);
  const [open, setOpen] = useState<{ dialog: CardDialog; reminder: Reminder }>();
  const close = () => setOpen(undefined);
  useCardKeys();
  return (
    <>
      <ul
        className={view === 'rows' ? classes.rows : classes.cards}
        aria-label={state.group === 'completed' ? 'Completed' : 'Upcoming'}
        aria-busy={isStale}
        data-mine={state.mine || undefined}
      >
        {rows.map((reminder) => (
          <ReminderCard
            key={reminder.id}
            reminder={reminder}
            isMine={state.mine}
            now={now}
            timeZone={reminder.client_time_zone ?? timeZone}
            callWay={callWay(state)}
            onOpen={(dialog) => setOpen({ dialog, reminder })}
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
            onDone(open.reminder);
          }}
          onClose={close}
        />
      )}
      {open?.dialog === 'snooze' && (
        <SnoozeDialog
          reminder={open.reminder}
          timeZone={open.reminder.client_time_zone ?? timeZone}
          onSnooze={(until) => void changes.snooze(open.reminder, until)}
          onClose={close}
        />
      )}
    </>
  );
}

/** Calling from an open card goes through the shown reminders. Completed ones are not a queue. */
function callWay(state: RemindersState): CallWay {
  if (state.group === 'completed') return { origin: 'reminders' };
  return { origin: 'reminders', choice: choiceOf(state) };
}
