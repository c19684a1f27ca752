import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { auth } from '#shared/auth.ts';
import { fieldMessages, messageOf } from '#web/api/errors.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/account/ProfileForm.module.css';
import { keepUser } from '#web/session/session-store.ts';
import { useUser } from '#web/session/useSession.ts';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

/** The own name and e-mail address. */
export function ProfileForm({ onChangePassword }: { onChangePassword: () => void }) {
  const { firstName, lastName, email } = useUser();
  const save = useSend(auth.updateProfile);
  const form = useForm({ initialValues: { firstName, lastName, email } });
  const submit = form.onSubmit((body) =>
    save.mutate(
      { body },
      {
        onSuccess: ({ data: { user } }) => {
          keepUser(user);
          const saved = { firstName: user.firstName, lastName: user.lastName, email: user.email };
          form.setValues(saved);
          form.resetDirty(saved);
          showSuccess('Profile saved.');
        },
        onError: (error) => {
          const messages = fieldMessages(error);
          if (Object.keys(messages).length > 0) form.setErrors(messages);
          else showFailure(messageOf(error, 'Please try again.'), 'Failed to save the profile');
        },
      },
    ),
  );
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
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
      <div className={classes.actions}>
        <Button variant="default" onClick={onChangePassword}>
          Change password
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
