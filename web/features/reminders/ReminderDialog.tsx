import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Reminder } from '#shared/reminders.ts';
import { ReminderFacts } from '#web/features/reminders/ReminderFacts.tsx';
import { paths } from '#web/paths.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import form from '#web/ui/fields/Form.module.css';

type Props = { reminder: Reminder; onClose: () => void };

/** The lead of a follow-up, shown over the list. */
export function ReminderDialog({ reminder, onClose }: Props) {
  return (
    <Dialog title="Lead Details" size="small" onClose={onClose}>
      <ReminderFacts reminder={reminder} has="description" />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button component={Link} to={paths.lead(reminder.lead_id)}>
          View Full Details
        </Button>
      </div>
    </Dialog>
  );
}
