import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { CLIENT_REQUIRED, DOMAIN_REQUIRED, NOT_AN_ORIGIN, apiKeys } from '#shared/accounts/api-keys.ts';
import { normaliseOrigin } from '#shared/protocol/origins.ts';
import { useSend } from '#web/api/query.ts';
import { NoticeDialog } from '#web/features/api-keys/NoticeDialog.tsx';
import type { ApiPopup } from '#web/features/api-keys/api-popup.ts';
import { messageOf } from '#web/lib/errors.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useClients } from '#web/pickers/useClients.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import classes from '#web/ui/fields/Form.module.css';

const AGAIN = 'Please try again.';
const FAILED = `An error occurred while creating the API key. ${AGAIN}`;
const isWrong = (origin: string) => origin.trim() !== '' && normaliseOrigin(origin) === undefined;

type Props = { onClose: () => void; onCreated: (key: string) => void };
type Notice = Omit<Extract<ApiPopup, { kind: 'notice' }>, 'kind'>;

/** Asks for the client of a new key and the origins that may use it. */
export function CreateKeyDialog({ onClose, onCreated }: Props) {
  const list = useClients('', { isSilent: true });
  const found = list.data?.data.clients ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [domain, setDomain] = useState('');
  const [pattern, setPattern] = useState('');
  const [notice, setNotice] = useState<Notice>();
  const [isChecked, setIsChecked] = useState(false);
  const create = useSend(apiKeys.create);
  // A single client is selected automatically.
  const clientId = chosen ?? (found.length === 1 ? found[0]?.id : undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (!clientId) return setNotice({ title: 'Client Required', text: CLIENT_REQUIRED });
    if (!domain.trim()) return setNotice({ title: 'Domain Required', text: DOMAIN_REQUIRED });
    if (isWrong(domain) || isWrong(pattern)) return undefined;
    const allowed_origins = [domain, pattern].filter((origin) => origin.trim());
    return create.mutate(
      { body: { client_id: clientId, allowed_origins } },
      {
        onSuccess: ({ data }) => onCreated(data.api_key),
        onError: (error) => setNotice({ title: 'Failed to Create API Key', text: messageOf(error, FAILED) }),
      },
    );
  };
  return (
    <>
      <FormDialog
        title="Create API Key"
        onClose={onClose}
        isDirty={() => Boolean(chosen || domain || pattern)}
        isBusy={create.isPending}
        isDisabled={list.isPending || found.length === 0}
        save="Create"
        onCancel={onClose}
        onSubmit={submit}
      >
        <div className={classes.wide}>
          <ClientSelect
            value={clientId ?? null}
            onChange={setChosen}
            placeholder={placeholderOf(list.isPending, found.length)}
            error={list.isError ? `Failed to Load Clients: ${messageOf(list.error, AGAIN)}` : undefined}
            required
            isSilent
          />
        </div>
        <OriginField
          label="Allowed Origin (domain)"
          placeholder="www.example.com"
          value={domain}
          onChange={setDomain}
          isChecked={isChecked}
          required
          data-autofocus
        />
        <OriginField
          label="Allowed Origin (subdomain pattern)"
          placeholder="*.example.com"
          value={pattern}
          onChange={setPattern}
          isChecked={isChecked}
        />
      </FormDialog>
      {notice && <NoticeDialog {...notice} onClose={() => setNotice(undefined)} />}
    </>
  );
}

function placeholderOf(isLoading: boolean, count: number): string {
  if (isLoading) return 'Loading clients...';
  return count === 0 ? 'No clients found.' : 'Select a client';
}

type OriginFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (origin: string) => void;
  isChecked: boolean;
};

function OriginField({ value, onChange, isChecked, ...rest }: OriginFieldProps) {
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isChecked && isWrong(value) ? NOT_AN_ORIGIN : undefined}
      autoComplete="off"
      maxLength={300}
    />
  );
}
