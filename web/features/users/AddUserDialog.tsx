import { PasswordInput, TextInput } from '@mantine/core';
import { PASSWORD_HINT } from '#web/lib/forms/password-hint.ts';
import { useForm } from '@mantine/form';
import { NewUser, users } from '#shared/accounts/users.ts';
import { useSend } from '#web/api/query.ts';
import { ManagerField } from '#web/features/users/ManagerField.tsx';
import { RoleField } from '#web/features/users/RoleField.tsx';
import { UserClientField } from '#web/features/users/UserClientField.tsx';
import { UserLimit } from '#web/features/users/UserLimit.tsx';
import { useUsersCreated } from '#web/features/users/useUsersCreated.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { useUser } from '#web/session/useSession.ts';
import { AgentNumberField } from '#web/ui/fields/AgentNumberField.tsx';
import { DayInput } from '#web/ui/fields/DayInput.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import { showSuccess } from '#web/ui/states/toast.ts';

const FAILED = 'Failed to create user';
const EMPTY = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  roleId: '',
  clientId: '',
  managerId: '',
  phone: '',
  agentNumber: '',
  dateOfBirth: '',
};
type Values = typeof EMPTY;

type Props = {
  /** The client of the new user, if already decided; otherwise the form asks. */
  client?: { id: string; clientName: string };
  onClose: () => void;
};

/** The form's values, and the call that sends them. */
function useNewUser(own: { id: string } | undefined, onClose: () => void) {
  const create = useSend(users.create);
  const { isReached } = useUsersCreated();
  const form = useForm<Values>({
    initialValues: { ...EMPTY, clientId: own?.id ?? '' },
    validate: (values) => ({
      ...problemsIn(NewUser.safeParse(toWire(values))),
      ...(own && !values.clientId && { clientId: 'Please select a client' }),
    }),
  });
  const call = useFormCall(form, {
    send: (values) => create.mutateAsync({ body: toWire(values) }),
    done: (answer) => {
      showSuccess(answer?.message ?? 'User created successfully');
      onClose();
    },
    failed: FAILED,
    fallback: FAILED,
  });
  return { form, call: { ...call, isDisabled: isReached } };
}

/** A new user with a first password. */
export function AddUserDialog({ client, onClose }: Props) {
  const user = useUser();
  const own = client ?? (user.isSuperAdmin ? undefined : (user.client ?? undefined));
  const { form, call } = useNewUser(own, onClose);
  const typed = (field: keyof Values, label: string, maxLength: number) => ({
    label,
    maxLength,
    autoComplete: 'off',
    ...form.getInputProps(field),
  });
  return (
    <FormDialog
      {...call}
      title={client ? `Add User for ${client.clientName}` : 'Add User'}
      label="Add User"
      save="Add User"
      onClose={onClose}
      onCancel={onClose}
    >
      <UserLimit />
      <TextInput {...typed('firstName', 'First Name', 100)} required data-autofocus />
      <TextInput {...typed('lastName', 'Last Name', 100)} required />
      <TextInput {...typed('email', 'Email', 254)} type="email" required />
      <PasswordInput
        {...typed('password', 'Password', 200)}
        autoComplete="new-password"
        description={PASSWORD_HINT}
        required
        aria-invalid={form.errors['password'] !== undefined}
      />
      <RoleField {...form.getInputProps('roleId')} />
      {!client && (
        <UserClientField
          own={own}
          {...form.getInputProps('clientId')}
          onChange={(clientId) => form.setValues({ clientId, managerId: '' })}
        />
      )}
      {form.values.clientId && (
        <ManagerField
          key={form.values.clientId}
          clientId={form.values.clientId}
          value={form.values.managerId || null}
          onChange={(id) => form.setFieldValue('managerId', id ?? '')}
          error={form.errors['managerId']}
        />
      )}
      <TextInput {...typed('phone', 'Phone', 40)} type="tel" />
      <AgentNumberField {...form.getInputProps('agentNumber')} />
      <DayInput
        label="Date of Birth"
        value={form.values.dateOfBirth}
        onChange={(day) => form.setFieldValue('dateOfBirth', day)}
        error={form.errors['dateOfBirth'] as string | undefined}
      />
    </FormDialog>
  );
}

/** Optional fields are omitted when empty. */
function toWire({ clientId, managerId, phone, agentNumber, dateOfBirth, ...rest }: Values): NewUser {
  return {
    ...rest,
    ...(clientId && { clientId }),
    ...(clientId && managerId && { managerId }),
    ...(phone.trim() && { phone }),
    ...(agentNumber.trim() && { agentNumber }),
    ...(dateOfBirth && { dateOfBirth }),
  };
}
