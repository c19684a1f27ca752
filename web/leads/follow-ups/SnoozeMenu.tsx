import { ActionIcon, Button, Menu } from '@mantine/core';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import { snoozeTimes } from '#web/leads/coming-times.ts';

type Props = {
  /** The lead's name, for the name of the menu. */
  name: string;
  now: number;
  timeZone: string;
  onSnooze: (until: Date) => void;
  onPick: () => void;
  onRepeat: () => void;
  /** Shows an icon instead of the word, in tight places. */
  isIcon?: boolean;
};

/**
 * Snoozes a reminder: by an hour, to tomorrow, to Monday, or to a time of the user's choice. Its repetition is
 * chosen here as well.
 */
export function SnoozeMenu({ name, now, timeZone, onSnooze, onPick, onRepeat, isIcon = false }: Props) {
  return (
    <Menu position="bottom-end" width={190} returnFocus>
      <Menu.Target>
        {isIcon ? (
          <ActionIcon variant="default" aria-label={`Snooze: ${name}`} title="Snooze (S)" data-key="s">
            <AlarmClock size={16} aria-hidden="true" />
          </ActionIcon>
        ) : (
          <Button variant="default" size="xs" data-key="s">
            Snooze
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown aria-label={`Snooze ${name}`}>
        {snoozeTimes(new Date(now), timeZone).map(({ label, at }) => (
          <Menu.Item key={label} onClick={() => onSnooze(at)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item onClick={onPick}>Pick date and time</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={onRepeat}>Repeat…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
