import { useState } from 'react';
import type { Reminder } from '#shared/reminders.ts';
import { SnoozeMenu } from '#web/leads/follow-ups/SnoozeMenu.tsx';
import { loadable } from '#web/lib/loadable.tsx';

const SnoozeDialog = loadable(
  async () => (await import('#web/leads/follow-ups/SnoozeDialog.tsx')).SnoozeDialog,
);

type Props = {
  reminder: Reminder;
  /** The lead's name, for the name of the menu. */
  name: string;
  now: number;
  timeZone: string;
  onSnooze: (until: Date) => void;
  /** Shows an icon instead of the word, in tight places. */
  isIcon?: boolean;
};

/** Snoozes a reminder by a choice from its menu, or to a picked time. */
export function Snooze({ reminder, name, now, timeZone, onSnooze, isIcon = false }: Props) {
  const [isPicking, setIsPicking] = useState(false);
  return (
    <>
      <SnoozeMenu
        isIcon={isIcon}
        name={name}
        now={now}
        timeZone={timeZone}
        onSnooze={onSnooze}
        onPick={() => setIsPicking(true)}
      />
      {isPicking && (
        <SnoozeDialog
          reminder={reminder}
          timeZone={timeZone}
          onSnooze={onSnooze}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  );
}
