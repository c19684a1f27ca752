import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { PASSWORD_NEEDED, TOKEN_NAME_NEEDED, accessTokens } from '#shared/access-tokens.ts';
import { useSend } from '#web/api/query.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { Choices } from '#web/ui/Choices.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DialogCancel } from '#web/ui/DialogCancel.tsx';
import classes from '#web/ui/Form.module.css';
import { ShowOnceDialog } from '#web/ui/ShowOnceDialog.tsx';
import { showFailure } from '#web/ui/toast.ts';

const SCOPES = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
];
const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Until it is removed' },
];
const FAILED = 'Failed to create the access token';

/** Asks what a new access token is for, and shows the token this once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { seesAllClients } = useUser();
  const { form, submit, isPending, made } = useNewToken();
  if (made !== undefined)
    return (
      <ShowOnceDialog
        title="Access token created"
        text="Copy the token now, it is shown only once. Programs send it as “Authorization: Bearer …”."
        secret={made}
        what="The access token"
        testId="access-token"
        loss="The token is shown only once. Without a copy you will have to create another one."
        onClose={onClose}
      />
    );
  return (
    <Dialog
      title="New access token"
      description="A program works with LMS by this token as you do, without your password. Accounts, rights and keys stay out of its reach."
      onClose={onClose}
      isDirty={() => form.isDirty()}
      isBusy={isPending}
    >
      <form className={classes.form} onSubmit={submit} noValidate aria-label="New access token">
        <TextInput
          className={classes.wide}
          label="Name"
          placeholder="Nightly report"
          data-autofocus
          required
          dir="auto"
          maxLength={80}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Choices
          title="May"
          name="scope"
          choices={SCOPES}
          value={form.values.scope}
          onChange={(scope) => form.setFieldValue('scope', scope)}
        />
        <NativeSelect label="Valid for" data={LIVES} {...form.getInputProps('days')} />
        {seesAllClients && (
          <div className={classes.wide}>
            <ClientSelect
              value={form.values.clientId || null}
              onChange={(id) => form.setFieldValue('clientId', id ?? '')}
              description="The token reaches this client alone."
              placeholder="All clients"
              error={form.errors['clientId'] as string | undefined}
              clearable
            />
          </div>
        )}
        <PasswordInput
          className={classes.wide}
          label="Your password"
          description="Changing it later ends the token, as signing out everywhere does."
          autoComplete="current-password"
          required
          {...form.getInputProps('currentPassword')}
          aria-invalid={form.errors['currentPassword'] !== undefined}
        />
        <div className={classes.actions}>
          <DialogCancel />
          <Button type="submit" loading={isPending}>
            Create token
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The new token while its form is filled in, and once it is made. */
function useNewToken() {
  const [made, setMade] = useState<string>();
  const create = useSend(accessTokens.create);
  const form = useForm({
    initialValues: { name: '', scope: 'read', days: '90', clientId: '', currentPassword: '' },
    validate: {
      name: (name) => (name.trim() ? null : TOKEN_NAME_NEEDED),
      currentPassword: (password) => (password ? null : PASSWORD_NEEDED),
    },
  });
  const submit = form.onSubmit(
    ({ name, scope, days, clientId, currentPassword }) =>
      create.mutate(
        {
          body: {
            name,
            scope: scope as 'read' | 'write',
            days: days ? Number(days) : null,
            clientId: clientId || null,
            currentPassword,
          },
        },
        {
          onSuccess: ({ data }) => setMade(data.token),
          onError: (error) => {
            const messages = fieldMessages(error);
            form.setErrors(messages);
            if (Object.keys(messages).length === 0)
              showFailure(messageOf(error, 'Please try again.'), FAILED);
            else focusFirstError();
          },
        },
      ),
    () => focusFirstError(),
  );
  return { form, submit, isPending: create.isPending, made };
}
