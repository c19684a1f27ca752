import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { profile } from '#shared/accounts/profile.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/profile/ProfileForm.module.css';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { keepUser } from '#web/session/session-store.ts';
import { useUser } from '#web/session/useSession.ts';
import { AgentNumberField } from '#web/ui/fields/AgentNumberField.tsx';
import { LeaveQuestion } from '#web/ui/dialogs/LeaveQuestion.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

/** The form's values, and the result of saving them. */
function useProfileForm() {
  const { firstName, lastName, email, agentNumber } = useUser();
  const save = useSend(profile.update);
  /** A message about the steps left until the email changes. */
  const [notice, setNotice] = useState<string>();
  const form = useForm({
    initialValues: { firstName, lastName, email, agentNumber: agentNumber ?? '', currentPassword: '' },
  });
  const changesEmail = normaliseEmail(form.values.email) !== normaliseEmail(email);
  const submit = form.onSubmit(({ currentPassword, agentNumber: typed, ...changes }) =>
    save.mutate(
      {
        body: {
          ...changes,
          ...(typed !== (agentNumber ?? '') && { agentNumber: typed }),
          ...(changesEmail && currentPassword && { currentPassword }),
        },
      },
      {
        onSuccess: ({ data: { user, confirming }, message }) => {
          keepUser(user);
          const { firstName: first, lastName: last, email: current } = user;
          const saved = {
            firstName: first,
            lastName: last,
            email: current,
            agentNumber: user.agentNumber ?? '',
            currentPassword: '',
          };
          form.setValues(saved);
          form.resetDirty(saved);
          setNotice(confirming ? message : undefined);
          if (!confirming) showSuccess('Profile saved.');
        },
        onError: (error) => {
          setNotice(undefined);
          const messages = fieldMessages(error);
          if (Object.keys(messages).length > 0) form.setErrors(messages);
          else showFailure(messageOf(error, 'Please try again.'), 'Failed to save the profile');
        },
      },
    ),
  );
  return { form, submit, changesEmail, notice, isPending: save.isPending };
}

/** The user's own name, email address and phone for calls. Changing the address requires the current password. */
export function ProfileForm({ onChangePassword }: { onChangePassword: () => void }) {
  const { clientId } = useUser();
  const { form, submit, changesEmail, notice, isPending } = useProfileForm();
  const guard = useLeaveGuard(form.isDirty);
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <LeaveQuestion guard={guard} />
      <TextInput
        label="First name"
        required
        maxLength={100}
        autoComplete="given-name"
        {...form.getInputProps('firstName')}
      />
      <TextInput
        label="Last name"
        required
        maxLength={100}
        autoComplete="family-name"
        {...form.getInputProps('lastName')}
      />
      <TextInput
        className={classes.wide}
        label="Email"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      {changesEmail && (
        <PasswordInput
          className={classes.wide}
          label="Current password"
          description="A new email needs the current password. Your other devices are signed out when the email changes."
          required
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
          // The library only marks its other inputs as invalid.
          aria-invalid={form.errors['currentPassword'] !== undefined}
        />
      )}
      {clientId && <AgentNumberField {...form.getInputProps('agentNumber')} />}
      {/* Present from the start, so that screen readers announce its text. */}
      <p className={classes.notice} role="status">
        {notice}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onChangePassword}>
          Change password
        </Button>
        <Button type="submit" loading={isPending}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
