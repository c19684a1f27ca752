import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { roleLabel } from '#shared/accounts/permissions.ts';
import { roles } from '#shared/accounts/roles.ts';
import { UserChanges, users } from '#shared/accounts/users.ts';
import type { User } from '#shared/accounts/users.ts';
import { query, useSend } from '#web/api/query.ts';
import { ManagerField } from '#web/features/users/ManagerField.tsx';
import { RoleField } from '#web/features/users/RoleField.tsx';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUserName } from '#web/pickers/useUserName.ts';
import { useUser } from '#web/session/useSession.ts';
import { AgentNumberField } from '#web/ui/fields/AgentNumberField.tsx';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import dialog from '#web/ui/dialogs/Dialog.module.css';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { showSuccess } from '#web/ui/states/toast.ts';

const valuesOf = ({ firstName, lastName, role, clientId, manager, agentNumber }: User) => ({
  firstName,
  lastName,
  roleId: role.id,
  clientId,
  managerId: manager?.id ?? null,
  agentNumber: agentNumber ?? '',
});
type Values = ReturnType<typeof valuesOf>;

/** The form's values, and the call that sends the changed ones. */
function useUserEdit(user: User, onClose: () => void) {
  const save = useSend(users.update);
  const form = useForm<Values>({
    initialValues: valuesOf(user),
    validate: (values) => problemsIn(UserChanges.safeParse(values)),
  });
  const edit = useEditConflict<User, Values>(user, valuesOf, form);
  const { changes } = edit;
  const isMoved = changes.roleId !== undefined || changes.clientId !== undefined;
  const call = useFormCall(form, {
    edit,
    send: async () => {
      if (!edit.isDirty) return undefined;
      return save.mutateAsync({ params: { id: user.id }, body: { ...changes, version: edit.version } });
    },
    done: (answer) => {
      showSuccess(answer?.message ?? 'User saved');
      onClose();
    },
    failed: 'Failed to save user',
  });
  return { form, edit, call, isMoved };
}

const TITLES = {
  firstName: 'First Name',
  lastName: 'Last Name',
  roleId: 'Role',
  clientId: 'Client',
  managerId: 'Manager',
  agentNumber: 'Phone for calls',
};

/** Another admin's changes, with names instead of ids. */
function UserConflict({ edit }: Pick<ReturnType<typeof useUserEdit>, 'edit'>) {
  const { data } = useQuery(query(roles.list, {}));
  const userName = useUserName(edit.sides.map(({ managerId }) => managerId ?? ''));
  const clientName = useClientNames(edit.sides.map(({ clientId }) => clientId ?? ''));
  const words = (field: string, value: FieldValue) => {
    const text = String(value ?? '');
    if (text === '') return 'empty';
    if (field === 'roleId') return roleLabel(data?.data.roles.find(({ id }) => id === text)?.name ?? '');
    if (field === 'clientId') return clientName(text) ?? 'Another client';
    if (field === 'managerId') return userName(text) ?? 'Another person';
    return text;
  };
  const notice = edit.notice(TITLES, words);
  return notice && <ConflictNotice title="Someone else has changed this user in the meantime" {...notice} />;
}

/** Name, role, manager, phone for calls and, for a superadmin, client of another user. */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { isSuperAdmin } = useUser();
  const { form, edit, call, isMoved } = useUserEdit(user, onClose);
  return (
    <FormDialog
      {...call}
      title="Edit User"
      description={user.email}
      save="Save Changes"
      onClose={onClose}
      onCancel={onClose}
    >
      <UserConflict edit={edit} />
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
