import { Button, Menu } from '@mantine/core';
import { snoozeTimes } from '#web/leads/coming-times.ts';

type Props = {
  /** The lead's name, for the name of the menu. */
  name: string;
  now: number;
  timeZone: string;
  onSnooze: (until: Date) => void;
  onPick: () => void;
};

/** Puts a reminder off: an hour, tomorrow, Monday, or a moment of the user's choice. */
export function SnoozeMenu({ name, now, timeZone, onSnooze, onPick }: Props) {
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <Button variant="default" size="xs">
          Snooze
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Snooze ${name}`}>
        {snoozeTimes(new Date(now), timeZone).map(({ label, at }) => (
          <Menu.Item key={label} onClick={() => onSnooze(at)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item onClick={onPick}>Pick date and time</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
