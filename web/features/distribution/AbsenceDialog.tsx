import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { NewAbsence, absences } from '#shared/absences.ts';
import { dayOf, zoneOf } from '#shared/dates.ts';
import { useSend } from '#web/api/query.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { problemsIn } from '#web/lib/problems-in.ts';
import { useNow } from '#web/lib/useNow.ts';
import { useUser } from '#web/session/useSession.ts';
import { DayInput } from '#web/ui/DayInput.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DialogCancel } from '#web/ui/DialogCancel.tsx';
import classes from '#web/ui/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

type Props = {
  /** The person who is away; absent for the user. */
  person?: { id: string; name: string };
  clientId: string | undefined;
  onClose: () => void;
};

/** The days on which somebody is away: from today unless said otherwise, and until further notice without a last day. */
export function AbsenceDialog({ person, clientId, onClose }: Props) {
  const { client } = useUser();
  const today = dayOf(new Date(useNow()), zoneOf(client));
  const create = useSend(absences.create);
  const values = (typed: { first_day: string; last_day: string }) => ({
    first_day: typed.first_day,
    last_day: typed.last_day || null,
    ...(person && { user_id: person.id }),
  });
  const form = useForm({
    initialValues: { first_day: today, last_day: '' },
    validate: (typed) => problemsIn(NewAbsence.safeParse(values(typed))),
  });
  const submit = form.onSubmit(async (typed) => {
    if (create.isPending) return;
    try {
      await create.mutateAsync({ query: clientId ? { clientId } : {}, body: values(typed) });
      showSuccess('Absence saved');
      onClose();
    } catch (error) {
      form.setErrors(fieldMessages(error));
      focusFirstError();
      showFailure(messageOf(error, 'Please try again.'), 'Failed to save the absence');
    }
  }, focusFirstError);
  const title = person ? `${person.name} is away` : 'I am away';
  return (
    <Dialog
      title={title}
      description="Rules give no new leads to somebody who is away. Leads and follow-ups stay."
      size="small"
      onClose={onClose}
      isDirty={() => form.isDirty()}
      isBusy={create.isPending}
    >
      <form className={classes.form} onSubmit={submit} noValidate aria-label={title}>
        <DayInput
          label="First day"
          required
          value={form.values.first_day}
          error={form.errors['first_day'] as string | undefined}
          onChange={(day) => form.setFieldValue('first_day', day)}
        />
        <DayInput
          label="Last day, if known"
          value={form.values.last_day}
          error={form.errors['last_day'] as string | undefined}
          onChange={(day) => form.setFieldValue('last_day', day)}
        />
        <div className={classes.actions}>
          <DialogCancel />
          <Button type="submit" loading={create.isPending}>
            Save Absence
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
