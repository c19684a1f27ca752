import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { fromDateTimeInput, toDateTimeInput } from '#shared/values/dates.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { useForWhom } from '#web/leads/follow-ups/useForWhom.ts';
import { ZoneNote } from '#web/leads/ZoneNote.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { MomentInput } from '#web/ui/fields/MomentInput.tsx';
import form from '#web/ui/fields/Form.module.css';

const DAY = 86_400_000;

type Props = {
  reminder: Reminder;
  timeZone: string;
  onSnooze: (until: Date) => void;
  onClose: () => void;
};

/** The reminder's time, or the next morning if that has passed, since only a future time is accepted. */
function firstMoment({ reminder_date }: Reminder, timeZone: string): string {
  const isToCome = Date.parse(reminder_date) > Date.now();
  if (isToCome) return toDateTimeInput(reminder_date, timeZone).replace('T', ' ');
  return `${toDateTimeInput(new Date(Date.now() + DAY).toISOString(), timeZone).slice(0, 10)} 09:00`;
}

/** Snoozes a reminder to any time. */
export function SnoozeDialog({ reminder, timeZone, onSnooze, onClose }: Props) {
  const [moment, setMoment] = useState(() => firstMoment(reminder, timeZone));
  const forWhom = useForWhom(reminder);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const until = fromDateTimeInput(moment, timeZone);
    if (!until || until.getTime() <= Date.now()) return setError('Choose a time in the future.');
    onSnooze(until);
    return onClose();
  };
  return (
    <Dialog
      title="Snooze"
      description={[reminder.title, forWhom].filter(Boolean).join(' · ')}
      size="small"
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate>
        <MomentInput label="Remind me on" value={moment} onChange={setMoment} error={error} required />
        <ZoneNote timeZone={timeZone} />
        <div className={form.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Snooze</Button>
        </div>
      </form>
    </Dialog>
  );
}
