import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Reminder } from '#shared/activities/reminders.ts';
import { ReminderFacts } from '#web/features/reminders/ReminderFacts.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import form from '#web/ui/fields/Form.module.css';

type Props = {
  reminder: Reminder;
  /** Resolves to whether the call succeeded. Only then does the dialog close. */
  onComplete: () => Promise<boolean>;
  onCompleted: () => void;
  onClose: () => void;
};

/** Asks before a follow-up is completed. */
export function CompleteDialog({ reminder, onComplete, onCompleted, onClose }: Props) {
  const [isPending, setIsPending] = useState(false);
  const complete = async () => {
    setIsPending(true);
    const isDone = await onComplete();
    setIsPending(false);
    if (isDone) onCompleted();
  };
  return (
    <Dialog title="Mark as Completed" size="small" onClose={onClose} isBusy={isPending}>
      <ReminderFacts reminder={reminder} />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button onClick={() => void complete()} disabled={isPending} data-autofocus>
          {isPending ? 'Completing...' : 'Complete'}
        </Button>
      </div>
    </Dialog>
  );
}
