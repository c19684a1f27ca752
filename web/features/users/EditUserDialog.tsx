import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { UserChanges, users } from '#shared/users.ts';
import type { User } from '#shared/users.ts';
import { useSend } from '#web/api/query.ts';
import { ManagerField } from '#web/features/users/ManagerField.tsx';
import { RoleField } from '#web/features/users/RoleField.tsx';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import dialog from '#web/ui/dialogs/Dialog.module.css';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

/** The form's values, and the call that sends the changed ones. */
function useUserEdit(user: User, onClose: () => void) {
  const save = useSend(users.update);
  const { firstName, lastName, role, clientId } = user;
  const before = { firstName, lastName, roleId: role.id, clientId, managerId: user.manager?.id ?? null };
  const form = useForm({
    initialValues: before,
    validate: (values) => problemsIn(UserChanges.safeParse(values)),
  });
  const isMoved = form.values.roleId !== before.roleId || form.values.clientId !== before.clientId;
  const submit = form.onSubmit((values) => {
    if (save.isPending) return;
    const changed = Object.entries(values).filter(
      ([field, value]) => value !== before[field as keyof typeof before],
    );
    if (changed.length === 0) return onClose();
    save.mutate(
      { params: { id: user.id }, body: Object.fromEntries(changed) },
      {
        onSuccess: ({ message }) => {
          showSuccess(message ?? 'User saved');
          onClose();
        },
        onError: (error) => {
          form.setErrors(fieldMessages(error));
          showFailure(messageOf(error, 'Please try again.'), 'Failed to save user');
        },
      },
    );
  });
  return { form, submit, isMoved, isPending: save.isPending };
}

/** Name, role, manager and, for a superadmin, client of another user. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { isSuperAdmin } = useUser();
  const { form, submit, isMoved, isPending } = useUserEdit(user, onClose);
  return (
    <Dialog
      title="Edit User"
      description={user.email}
      onClose={onClose}
      isDirty={() => form.isDirty()}
      isBusy={isPending}
    >
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Edit User">
        <TextInput
          label="First Name"
          maxLength={100}
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last Name"
          maxLength={100}
          autoComplete="off"
          required
          {...form.getInputProps('lastName')}
        />
        <RoleField {...form.getInputProps('roleId')} />
        {isSuperAdmin && (
          <ClientSelect
            value={form.values.clientId}
            onChange={(id) => form.setValues({ clientId: id, managerId: null })}
            placeholder="No client"
            clearable
            error={form.errors['clientId'] as string | undefined}
          />
        )}
        {form.values.clientId && (
          <ManagerField
            clientId={form.values.clientId}
            user={user}
            value={form.values.managerId}
            onChange={(id) => form.setFieldValue('managerId', id)}
            error={form.errors['managerId']}
          />
        )}
        <p className={`${classes.wide} ${dialog.description}`} aria-live="polite">
          {isMoved && 'Changing the role or client signs the user out everywhere.'}
        </p>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Save Changes
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
