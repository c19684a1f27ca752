import { Button } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { repeatWords } from '#shared/activities/repeat.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { useSend } from '#web/api/query.ts';
import { RepeatField } from '#web/leads/follow-ups/RepeatField.tsx';
import { draftOf, readRepeat, repeatErrors } from '#web/leads/follow-ups/repeat-draft.ts';
import type { RepeatErrors } from '#web/leads/follow-ups/repeat-draft.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import form from '#web/ui/fields/Form.module.css';
import { mayClose, showFailure, showSuccess } from '#web/ui/states/toast.ts';

type Props = { reminder: Reminder; timeZone: string; onClose: () => void };

/** Chooses how a planned follow-up and those after it repeat. */
export function RepeatDialog({ reminder, timeZone, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(reminder.repeat));
  const [errors, setErrors] = useState<RepeatErrors>({});
  const change = useSend(reminders.update);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readRepeat(draft, new Date(reminder.reminder_date), timeZone);
    setErrors('errors' in read ? read.errors : {});
    if ('errors' in read) return focusFirstError();
    const { id, version } = reminder;
    const changing = change.mutateAsync({ params: { id }, body: { version, repeat: read.repeat } }).then(
      () => {
        showSuccess(read.repeat ? `Repeats ${repeatWords(read.repeat)}` : 'No longer repeats');
        return true;
      },
      (error: unknown) => {
        setErrors(repeatErrors(fieldMessages(error)));
        showFailure(messageOf(error, 'Please try again.'), 'Failed to change the follow-up');
        return false;
      },
    );
    return void mayClose(changing, { isAct: true }).then((may) => may && onClose());
  };
  return (
    <Dialog
      title="Repeat"
      description={`${reminder.title} · ${reminder.lead.name}`}
      size="small"
      onClose={onClose}
      isBusy={change.isPending}
    >
      <form onSubmit={submit} noValidate aria-label="Repeat">
        <RepeatField value={draft} errors={errors} onChange={setDraft} />
        <div className={form.actions}>
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
