import { useState } from 'react';
import type { Reminder } from '#shared/activities/reminders.ts';
import { SnoozeMenu } from '#web/leads/follow-ups/SnoozeMenu.tsx';
import { loadable } from '#web/lib/loadable.tsx';

const SnoozeDialog = loadable(
  async () => (await import('#web/leads/follow-ups/SnoozeDialog.tsx')).SnoozeDialog,
);

const RepeatDialog = loadable(
  async () => (await import('#web/leads/follow-ups/RepeatDialog.tsx')).RepeatDialog,
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

/** Snoozes a reminder by a choice from its menu or to a picked time, and chooses how it repeats. */
export function Snooze({ reminder, name, now, timeZone, onSnooze, isIcon = false }: Props) {
  const [open, setOpen] = useState<'moment' | 'repeat'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <SnoozeMenu
        isIcon={isIcon}
        name={name}
        now={now}
        timeZone={timeZone}
        onSnooze={onSnooze}
        onPick={() => setOpen('moment')}
        onRepeat={() => setOpen('repeat')}
      />
      {open === 'moment' && (
        <SnoozeDialog reminder={reminder} timeZone={timeZone} onSnooze={onSnooze} onClose={close} />
      )}
      {open === 'repeat' && <RepeatDialog reminder={reminder} timeZone={timeZone} onClose={close} />}
    </>
  );
}
