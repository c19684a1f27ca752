import { Button } from '@mantine/core';
import PhoneCall from 'lucide-react/icons/phone-call';
import { Link } from 'react-router';
import { inNumbers } from '#shared/values/numbers.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import classes from '#web/features/reminders/StartCalling.module.css';
import { reminderLink } from '#web/features/reminders/day/day-links.ts';
import type { ReminderChoice } from '#web/leads/ways/call-way.ts';
import { useCan } from '#web/session/useCan.ts';

type Props = {
  first: Reminder | undefined;
  /** The reminders that are called one after the other. */
  choice: ReminderChoice;
  total: number;
  isCapped?: boolean;
};

/** Starts with the first of these follow-ups, and continues from call to call. */
export function StartCalling({ first, choice, total, isCapped }: Props) {
  const mayCall = useCan('calls.write');
  if (!mayCall || !first) return null;
  return (
    <Button
      className={classes.start}
      component={Link}
      {...reminderLink(first, choice)}
      leftSection={<PhoneCall size={15} aria-hidden="true" />}
    >
      Start calling ({inNumbers(total)}
      {isCapped && '+'})
    </Button>
  );
}
