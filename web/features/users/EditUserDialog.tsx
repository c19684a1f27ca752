import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { UserChanges, users } from '#shared/accounts/users.ts';
import type { User } from '#shared/accounts/users.ts';
import { useSend } from '#web/api/query.ts';
import { ManagerField } from '#web/features/users/ManagerField.tsx';
import { RoleField } from '#web/features/users/RoleField.tsx';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { AgentNumberField } from '#web/ui/fields/AgentNumberField.tsx';
import dialog from '#web/ui/dialogs/Dialog.module.css';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { showSuccess } from '#web/ui/states/toast.ts';

/** The form's values, and the call that sends the changed ones. */
function useUserEdit(user: User, onClose: () => void) {
  const save = useSend(users.update);
  const { firstName, lastName, role, clientId } = user;
  const before = {
    firstName,
    lastName,
    roleId: role.id,
    clientId,
    managerId: user.manager?.id ?? null,
    agentNumber: user.agentNumber ?? '',
  };
  const form = useForm({
    initialValues: before,
    validate: (values) => problemsIn(UserChanges.safeParse(values)),
  });
  const isMoved = form.values.roleId !== before.roleId || form.values.clientId !== before.clientId;
  const call = useFormCall(form, {
    send: async (values) => {
      const changed = Object.entries(values).filter(
        ([field, value]) => value !== before[field as keyof typeof before],
      );
      if (changed.length === 0) return undefined;
      return save.mutateAsync({ params: { id: user.id }, body: Object.fromEntries(changed) });
    },
    done: (answer) => {
      if (answer) showSuccess(answer.message ?? 'User saved');
      onClose();
    },
    failed: 'Failed to save user',
  });
  return { form, call, isMoved };
}

/** Name, role, manager, phone for calls and, for a superadmin, client of another user. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { isSuperAdmin } = useUser();
  const { form, call, isMoved } = useUserEdit(user, onClose);
  return (
    <FormDialog
      {...call}
      title="Edit User"
      description={user.email}
      save="Save Changes"
      onClose={onClose}
      onCancel={onClose}
    >
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
      {form.values.clientId && <AgentNumberField {...form.getInputProps('agentNumber')} />}
      <p className={`${classes.wide} ${dialog.description}`} aria-live="polite">
        {isMoved &&
          'Changing the role or client signs the user out everywhere, and deletes the user’s access tokens and calendar feeds.'}
      </p>
    </FormDialog>
  );
}
