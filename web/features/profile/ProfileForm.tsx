import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { profile } from '#shared/accounts/profile.ts';
import type { SessionUser } from '#shared/accounts/auth.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/profile/ProfileForm.module.css';
import { picked } from '#web/lib/forms/edit-conflict.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { keepUser } from '#web/session/session-store.ts';
import { useUser } from '#web/session/useSession.ts';
import { AgentNumberField } from '#web/ui/fields/AgentNumberField.tsx';
import { LeaveQuestion } from '#web/ui/dialogs/LeaveQuestion.tsx';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const FIELDS = ['firstName', 'lastName', 'email', 'agentNumber'] as const;

const valuesOf = ({ firstName, lastName, email, agentNumber }: SessionUser) => ({
  firstName,
  lastName,
  email,
  agentNumber: agentNumber ?? '',
  currentPassword: '',
});

/** The form's values, and the result of saving those that the user has changed. */
function useProfileForm() {
  const user = useUser();
  const save = useSend(profile.update);
  /** A message about the steps left until the email changes. */
  const [notice, setNotice] = useState<string>();
  const form = useForm({ initialValues: valuesOf(user) });
  const begin = (stored: SessionUser) => {
    form.setValues(valuesOf(stored));
    form.resetDirty(valuesOf(stored));
  };
  // An admin's correction shows, unless something is typed here.
  const [begun, setBegun] = useState(user);
  if (user !== begun && !form.isDirty()) {
    setBegun(user);
    begin(user);
  }
  const changesEmail =
    form.isDirty('email') && normaliseEmail(form.values.email) !== normaliseEmail(user.email);
  const submit = form.onSubmit((values) =>
    save.mutate(
      {
        body: {
          ...picked(
            values,
            FIELDS.filter((field) => form.isDirty(field)),
          ),
          ...(changesEmail && values.currentPassword && { currentPassword: values.currentPassword }),
        },
      },
      {
        onSuccess: ({ data: { user: saved, confirming }, message }) => {
          keepUser(saved);
          begin(saved);
          setNotice(confirming ? message : undefined);
          if (!confirming) showSuccess('Profile saved');
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
