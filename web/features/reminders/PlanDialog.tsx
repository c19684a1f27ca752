import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ComponentProps, FormEvent } from 'react';
import { reminders } from '#shared/activities/reminders.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { useSend } from '#web/api/query.ts';
import { FollowUpFields } from '#web/leads/FollowUpFields.tsx';
import { ZoneNote } from '#web/leads/ZoneNote.tsx';
import { followUpInstant, followUpRepeat, newFollowUp } from '#web/leads/follow-up.ts';
import type { FollowUpErrors } from '#web/leads/follow-up.ts';
import { repeatErrors } from '#web/leads/follow-ups/repeat-draft.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { useFirstField } from '#web/lib/forms/useFirstField.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import form from '#web/ui/fields/Form.module.css';
import { mayClose, showFailure, showSuccess } from '#web/ui/states/toast.ts';

const FAILED = 'Failed to schedule the reminder';

type Props = { after: Reminder; timeZone: string; onPlanned: () => void; onClose: () => void };

/** Plans the next follow-up of a lead whose last one is completed. */
export function PlanDialog({ after, timeZone, onPlanned, onClose }: Props) {
  const [followUp, setFollowUp] = useState(() => newFollowUp(new Date(), timeZone));
  const [errors, setErrors] = useState<FollowUpErrors>({});
  const create = useSend(reminders.create);
  const title = followUp.title ?? after.title;
  const description = followUp.description ?? after.description ?? after.title;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = followUpInstant(followUp, timeZone);
    const repetition = followUpRepeat(followUp, timeZone);
    const wrong: FollowUpErrors = {
      ...('errors' in repetition && repetition.errors),
      ...(!at && { day: 'Please select a follow-up date when scheduling a reminder.' }),
      ...(at && at.getTime() <= Date.now() && { day: 'Choose a time in the future.' }),
      ...(!title.trim() && { title: 'Reminder title is required.' }),
      ...(!description.trim() && { description: 'Description is required.' }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || !at || 'errors' in repetition) return focusFirstError();
    const body = {
      lead_id: after.lead_id,
      title,
      description,
      reminder_date: at.toISOString(),
      ...repetition,
    };
    const planning = create.mutateAsync({ body }).then(
      () => {
        showSuccess('Reminder scheduled successfully');
        return true;
      },
      (error: unknown) => {
        const messages = fieldMessages(error);
        setErrors({ ...messages, ...repeatErrors(messages) });
        showFailure(messageOf(error, 'Please try again.'), FAILED);
        return false;
      },
    );
    return void mayClose(planning).then((may) => may && onPlanned());
  };
  return (
    <Dialog
      title="Plan next follow-up"
      description={after.lead.name}
      onClose={onClose}
      isDirty={() => Boolean(followUp.title ?? followUp.description)}
      isBusy={create.isPending}
    >
      <PlanForm className={form.form} onSubmit={submit} noValidate aria-label="Next follow-up">
        <FollowUpFields
          value={followUp}
          text={{ title, description }}
          errors={errors}
          onChange={(change) => setFollowUp({ ...followUp, ...change })}
        />
        <ZoneNote timeZone={timeZone} />
        <div className={form.actions}>
          <Button variant="default" onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Schedule Reminder
          </Button>
        </div>
      </PlanForm>
    </Dialog>
  );
}

/** The popup's content renders a moment after the popup itself, and the first field gets the focus then. */
function PlanForm(props: ComponentProps<'form'>) {
  return <form ref={useFirstField()} {...props} />;
}
