import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { TOKEN_NAME_NEEDED, accessTokens } from '#shared/accounts/access-tokens.ts';
import { serviceTokens } from '#shared/accounts/service-tokens.ts';
import { useSend } from '#web/api/query.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { ShowOnceDialog } from '#web/ui/dialogs/ShowOnceDialog.tsx';

const SCOPES = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
];
const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Until removed' },
];
/** A token for a person's own programs, or for a client's. */
type Kind = 'personal' | 'service';

const WORDS = {
  personal: {
    title: 'Access Token',
    description:
      'A program uses this token to work in LMS as you, without your password. It can’t change accounts, permissions or keys. Changing your password or signing out everywhere revokes it.',
  },
  service: {
    title: 'Service Token',
    description:
      'A program uses this token with a manager’s permissions and under its own name, even after you leave. It can’t change accounts, permissions or keys.',
  },
};
/** The kind of token within a sentence. */
const tokenOf = (kind: Kind) => WORDS[kind].title.toLowerCase();

const CLIENT_NEEDED = 'Select a client for this service token.';

/** Asks what a new token is for, and shows the token only this once. */
export function NewTokenDialog({ kind = 'personal', onClose }: { kind?: Kind; onClose: () => void }) {
  const { seesAllClients } = useUser();
  const { form, call, made } = useNewToken(kind);
  const { title, description } = WORDS[kind];
  const token = tokenOf(kind);
  if (made !== undefined)
    return (
      <ShowOnceDialog
        title={`${title} Created`}
        text="Copy the token now, it is shown only once. Programs send it as “Authorization: Bearer …”."
        secret={made}
        what={`The ${token}`}
        testId="access-token"
        loss="The token is shown only once. If you don’t copy it, you’ll have to create another."
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      {...call}
      title={`New ${title}`}
      description={description}
      save="Create token"
      onClose={onClose}
    >
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
        title="Access"
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
            description="The token works for this client only."
            error={form.errors['clientId'] as string | undefined}
            {...(kind === 'service' ? { required: true } : { placeholder: 'All clients', clearable: true })}
          />
        </div>
      )}
    </FormDialog>
  );
}

/** The new token: first its form, then the created token. */
function useNewToken(kind: Kind) {
  const { seesAllClients } = useUser();
  const [made, setMade] = useState<string>();
  const own = useSend(accessTokens.create);
  const service = useSend(serviceTokens.create);
  const needsClient = kind === 'service' && seesAllClients;
  const form = useForm({
    initialValues: { name: '', scope: 'read', days: '90', clientId: '' },
    validate: {
      name: (name) => (name.trim() ? null : TOKEN_NAME_NEEDED),
      clientId: (id) => (needsClient && !id ? CLIENT_NEEDED : null),
    },
  });
  const call = useFormCall(form, {
    send: async ({ name, scope, days, clientId }) => {
      const reach = scope as 'read' | 'write';
      const body = { name, scope: reach, days: days ? Number(days) : null };
      const { data } =
        kind === 'service'
          ? await service.mutateAsync({ query: clientId ? { clientId } : {}, body })
          : await own.mutateAsync({ body: { ...body, clientId: clientId || null } });
      setMade(data.token);
    },
    failed: `Failed to create the ${tokenOf(kind)}`,
    isSaidOnce: true,
  });
  return { form, call, made };
}
