import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { MIN_PASSWORD_LENGTH } from '#shared/auth.ts';
import { foldRole, roleLabel } from '#shared/permissions.ts';
import { roles } from '#shared/roles.ts';
import { ADMIN_USER_LIMIT, NewUser, users } from '#shared/users.ts';
import { fieldMessages, messageOf } from '#web/api/errors.ts';
import { query, useSend } from '#web/api/query.ts';
import { UserClientField } from '#web/features/users/UserClientField.tsx';
import { useUsersCreated } from '#web/features/users/useUsersCreated.ts';
import classes from '#web/features/users/Users.module.css';
import { problemsIn } from '#web/lib/problems-in.ts';
import { useUser } from '#web/session/useSession.ts';
import { DayInput } from '#web/ui/DayInput.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import formClasses from '#web/ui/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

const FAILED = 'Failed to create user';
const EMPTY = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  roleId: '',
  clientId: '',
  phone: '',
  dateOfBirth: '',
};
type Values = typeof EMPTY;

type Props = {
  /** The client the user will belong to, where that is decided; else the form asks. */
  client?: { id: string; clientName: string };
  onClose: () => void;
};

/** A new user with a first password. */
export function AddUserDialog({ client, onClose }: Props) {
  const user = useUser();
  const own = client ?? (user.isSuperAdmin ? undefined : (user.client ?? undefined));
  const create = useSend(users.create);
  const { created, isReached } = useUsersCreated();
  const form = useForm<Values>({
    initialValues: { ...EMPTY, clientId: own?.id ?? '' },
    validate: (values) => ({
      ...problemsIn(NewUser.safeParse(toWire(values))),
      ...(own && !values.clientId && { clientId: 'Please select a client' }),
    }),
  });
  const submit = form.onSubmit((values) => {
    if (create.isPending) return;
    create.mutate(
      { body: toWire(values) },
      {
        onSuccess: ({ message }) => {
          showSuccess(message ?? 'User created successfully');
          onClose();
        },
        onError: (error) => {
          form.setErrors(fieldMessages(error));
          showFailure(messageOf(error, FAILED), FAILED);
        },
      },
    );
  });
  const typed = (field: keyof Values, label: string, maxLength: number) => ({
    label,
    maxLength,
    autoComplete: 'off',
    ...form.getInputProps(field),
  });
  return (
    <Dialog
      title={client ? `Add User for ${client.clientName}` : 'Add User'}
      onClose={onClose}
      isDirty={() => form.isDirty()}
      isBusy={create.isPending}
    >
      <form className={formClasses.form} onSubmit={submit} noValidate aria-label="Add User">
        {created !== undefined && (
          <p className={classes.counter} role={isReached ? 'alert' : undefined}>
            Users created: {created}/{ADMIN_USER_LIMIT}
            {isReached && ` · Admin user limit reached (${ADMIN_USER_LIMIT} users maximum)`}
          </p>
        )}
        <TextInput {...typed('firstName', 'First Name', 100)} required data-autofocus />
        <TextInput {...typed('lastName', 'Last Name', 100)} required />
        <TextInput {...typed('email', 'Email', 254)} type="email" required />
        <PasswordInput
          {...typed('password', 'Password', 200)}
          autoComplete="new-password"
          placeholder={`At least ${MIN_PASSWORD_LENGTH} characters`}
          required
          aria-invalid={form.errors['password'] !== undefined}
        />
        <RoleField {...form.getInputProps('roleId')} />
        {!client && <UserClientField own={own} {...form.getInputProps('clientId')} />}
        <TextInput {...typed('phone', 'Phone', 40)} type="tel" />
        <DayInput
          label="Date of Birth"
          value={form.values.dateOfBirth}
          onChange={(day) => form.setFieldValue('dateOfBirth', day)}
          error={form.errors['dateOfBirth'] as string | undefined}
        />
        <div className={formClasses.actions}>
          <Button variant="default" onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={isReached}>
            Add User
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Optional fields are omitted when empty. */
function toWire({ clientId, phone, dateOfBirth, ...rest }: Values): NewUser {
  return {
    ...rest,
    ...(clientId && { clientId }),
    ...(phone.trim() && { phone }),
    ...(dateOfBirth && { dateOfBirth }),
  };
}

type FieldProps = { value?: string; onChange?: (value: string) => void; error?: unknown };

/** The roles the user may assign: none but a superadmin makes superadmins. */
function RoleField({ value = '', onChange, error }: FieldProps) {
  const { isSuperAdmin } = useUser();
  const { data, isPending, isError } = useQuery(query(roles.list, {}));
  const options = (data?.data.roles ?? [])
    .filter(({ name }) => isSuperAdmin || foldRole(name) !== 'superadmin')
    .map(({ id, name }) => ({ value: id, label: roleLabel(name) }));
  return (
    <Select
      label="Role"
      placeholder={isPending ? 'Loading roles...' : 'Select a role'}
      data={options}
      value={value || null}
      onChange={(id) => onChange?.(id ?? '')}
      error={isError ? 'Failed to load roles' : (error as string | undefined)}
      required
    />
  );
}
