import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { passwordTooShort } from '#shared/accounts/password.ts';
import { profile } from '#shared/accounts/profile.ts';
import { useSend } from '#web/api/query.ts';
import classes from '#web/features/profile/ChangePasswordDialog.module.css';
import { installation } from '#web/lib/installation.ts';
import { PASSWORD_HINT } from '#web/lib/forms/password-hint.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

const { passwordLength: least } = installation;

/** Changes the user's own password. All of the user's other sessions end. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useSend(profile.changePassword);
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeated: '' },
    validate: {
      currentPassword: (value) => (value ? null : 'Current password is required'),
      newPassword: (value) => (value.length < least ? passwordTooShort(least) : null),
      repeated: (value, values) => (value === values.newPassword ? null : 'The two new passwords differ.'),
    },
  });
  const input = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    // The library only marks its other inputs as invalid.
    'aria-invalid': form.errors[name] !== undefined,
  });
  const submit = form.onSubmit(({ currentPassword, newPassword }) =>
    change.mutate(
      { body: { currentPassword, newPassword } },
      {
        onSuccess: () => {
          showSuccess('Password changed. Your other devices have been signed out.');
          onClose();
        },
        onError: (error) => {
          const messages = fieldMessages(error);
          if (Object.keys(messages).length > 0) form.setErrors(messages);
          else form.setFieldError('currentPassword', messageOf(error, 'Failed to change the password.'));
        },
      },
    ),
  );
  return (
    <Dialog
      title="Change password"
      description="Signs you out on all other devices and revokes your access tokens."
      size="small"
      onClose={onClose}
      isDirty={() => form.isDirty()}
      isBusy={change.isPending}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          data-autofocus
          {...input('currentPassword')}
        />
        <PasswordInput
          label="New password"
          description={PASSWORD_HINT}
          autoComplete="new-password"
          {...input('newPassword')}
        />
        <PasswordInput label="Repeat the new password" autoComplete="new-password" {...input('repeated')} />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
