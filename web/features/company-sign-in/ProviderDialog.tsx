import { Button, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import type { SavedProvider } from '#shared/accounts/company-sign-in.ts';
import { useSend } from '#web/api/query.ts';
import own from '#web/features/company-sign-in/CompanySignIn.module.css';
import { ProviderPeople } from '#web/features/company-sign-in/ProviderPeople.tsx';
import {
  NEW_PROVIDER,
  TITLES,
  bodyOf,
  valuesOf,
  words,
} from '#web/features/company-sign-in/provider-values.ts';
import type {
  ProviderForm,
  ProviderValues,
  SeenProvider,
} from '#web/features/company-sign-in/provider-values.ts';
import { messageOf } from '#web/lib/errors.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { copyWithToast } from '#web/ui/states/copy-with-toast.ts';
import { showSuccess } from '#web/ui/states/toast.ts';

type Props = {
  clientId: string;
  provider: SavedProvider | null;
  addresses: { redirectUri: string; logoutUri: string };
  onClose: () => void;
};

/** Sets up the provider with which the people of a client sign in. */
export function ProviderDialog({ clientId, provider, addresses, onClose }: Props) {
  const seen: SeenProvider = provider ?? NEW_PROVIDER;
  const form = useForm({ initialValues: valuesOf(seen) });
  const save = useSend(companySignIn.set);
  const edit = useEditConflict<SeenProvider, ProviderValues>(seen, valuesOf, form);
  const call = useFormCall(form, {
    edit,
    send: async (values) =>
      await save.mutateAsync({
        params: { id: clientId },
        body: { ...bodyOf(values), version: edit.version },
      }),
    done: () => {
      showSuccess('Company sign-in saved');
      onClose();
    },
    failed: 'Failed to save company sign-in',
    isSaidOnce: true,
  });
  const notice = edit.notice(TITLES, words);
  return (
    <FormDialog
      {...call}
      title="Company sign-in"
      description="Enter these addresses at your provider (Google, Microsoft Entra, Keycloak or any other with OpenID Connect), then copy its details here."
      onClose={onClose}
      save="Save"
    >
      {notice && <ConflictNotice title="Someone else has changed this in the meantime" {...notice} />}
      <Address label="Redirect address" text={addresses.redirectUri} />
      <Address label="Back-channel logout address" text={addresses.logoutUri} />
      <Connection form={form} hasSecret={edit.seen.hasSecret ?? false} />
      <TryConnection clientId={clientId} values={form.values} />
      <TagsInput
        className={classes.wide}
        label="Email domains"
        description="The sign-in page shows the button to emails of these domains."
        placeholder="example.com"
        splitChars={[',', ' ']}
        acceptValueOnBlur
        required
        {...form.getInputProps('domains')}
      />
      <ProviderPeople form={form} clientId={clientId} />
    </FormDialog>
  );
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <div className={`${classes.wide} ${own.address}`}>
      <span className={own.label}>{label}</span>
      <code>{text}</code>
      <Button
        variant="default"
        size="xs"
        aria-label={`Copy the ${label.toLowerCase()}`}
        onClick={() => void copyWithToast(text, `The ${label.toLowerCase()}`)}
      >
        Copy
      </Button>
    </div>
  );
}

function Connection({ form, hasSecret }: { form: ProviderForm; hasSecret: boolean }) {
  return (
    <>
      <TextInput
        label="Issuer"
        placeholder="https://accounts.google.com"
        type="url"
        autoComplete="off"
        maxLength={300}
        required
        data-autofocus
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label="Name on the button"
        placeholder="Google"
        autoComplete="off"
        maxLength={60}
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Client ID"
        autoComplete="off"
        maxLength={300}
        required
        {...form.getInputProps('appId')}
      />
      <TextInput
        label="Client secret"
        type="password"
        autoComplete="off"
        maxLength={500}
        placeholder={hasSecret ? 'Saved. Type to replace it.' : ''}
        {...form.getInputProps('secret')}
      />
    </>
  );
}

/** Asks the provider with what has been typed, and shows in a sentence whether it can be used. */
function TryConnection({ clientId, values }: { clientId: string; values: ProviderValues }) {
  const test = useSend(companySignIn.test);
  const [failure, setFailure] = useState<string>();
  const { issuer, appId, secret } = values;
  const ask = async () => {
    setFailure(undefined);
    try {
      await test.mutateAsync({
        params: { id: clientId },
        body: { issuer, appId, ...(secret && { secret }) },
      });
    } catch (error) {
      setFailure(messageOf(error, 'The connection was not tested. Please try again.'));
    }
  };
  const found = test.data?.data;
  return (
    <div className={`${classes.wide} ${own.test}`}>
      <Button
        variant="default"
        loading={test.isPending}
        disabled={!issuer || !appId}
        onClick={() => void ask()}
      >
        Test the connection
      </Button>
      <p role="status" data-wrong={(failure ?? (found && !found.isRight)) ? true : undefined}>
        {failure ?? found?.message}
      </p>
    </div>
  );
}
