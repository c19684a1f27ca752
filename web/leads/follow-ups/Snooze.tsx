import type { Reminder } from '#shared/activities/reminders.ts';
import { useSnoozeDialogs } from '#web/leads/follow-ups/SnoozeDialogs.tsx';
import { SnoozeMenu } from '#web/leads/follow-ups/SnoozeMenu.tsx';

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
  const open = useSnoozeDialogs();
  const shared = { reminder, timeZone, onSnooze };
  return (
    <SnoozeMenu
      isIcon={isIcon}
      name={name}
      now={now}
      timeZone={timeZone}
      onSnooze={onSnooze}
      onPick={() => open({ dialog: 'moment', ...shared })}
      onRepeat={() => open({ dialog: 'repeat', ...shared })}
    />
  );
}
