import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { CREDENTIALS, CREDENTIALS_OF, SOURCE_KINDS, sources } from '#shared/sources.ts';
import type { Credential, Source, SourceKind } from '#shared/sources.ts';
import { useSend } from '#web/api/query.ts';
import { useLeadOptions } from '#web/leads/useLeadOptions.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { ProductSelect } from '#web/pickers/ProductSelect.tsx';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DialogCancel } from '#web/ui/DialogCancel.tsx';
import classes from '#web/ui/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

const KINDS = Object.entries(SOURCE_KINDS).map(([value, label]) => ({ value, label }));

type Values = {
  kind: SourceKind;
  name: string;
  product_id: string | null;
  lead_source: string | null;
  owner_id: string | null;
};
const NEW: Values = { kind: 'indiamart', name: '', product_id: null, lead_source: null, owner_id: null };

const HINTS: Partial<Record<Credential, string>> = {
  crm_key: 'Only where IndiaMART does not push: enquiries are then read there every five minutes.',
};

type Keys = Partial<Record<Credential, string>>;
type Problems = Record<string, string | undefined>;
type Props = {
  /** The source to change; undefined for a new one. */
  source: Source | undefined;
  onClose: () => void;
  onCreated: (source: { id: string; kind: SourceKind }, secret: string) => void;
};

/** The form's values and its saving; `chosen` is the client of a new source, for users who see all. */
function useSourceForm({ source, onClose, onCreated }: Props) {
  const { seesAllClients, clientId: ownClient } = useUser();
  const [values, setValues] = useState<Values>(source ?? NEW);
  const [keys, setKeys] = useState<Keys>({});
  const [chosen, setChosen] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const create = useSend(sources.create);
  const update = useSend(sources.update);
  const asksClient = seesAllClients && !source;

  const save = async () => {
    const { kind, product_id, lead_source, owner_id } = values;
    const typed = Object.entries(keys).filter(([, text]) => text);
    const body = {
      name: (values.name.trim() || SOURCE_KINDS[kind]).slice(0, 60),
      product_id,
      lead_source,
      owner_id,
      ...(typed.length > 0 && { credentials: Object.fromEntries(typed) }),
    };
    if (source) {
      await update.mutateAsync({ params: { id: source.id }, body });
      showSuccess('Source saved');
      return onClose();
    }
    const query = chosen ? { clientId: chosen } : {};
    const { data } = await create.mutateAsync({ query, body: { ...body, kind } });
    onCreated({ id: data.id, kind }, data.secret);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const client = asksClient && !chosen ? 'Please select a client' : undefined;
    setProblems({ client });
    if (client) return;
    try {
      await save();
    } catch (failure) {
      const wrong = fieldMessages(failure);
      setProblems(wrong);
      if (Object.keys(wrong).length === 0)
        showFailure(messageOf(failure, 'Please try again.'), 'Failed to save the source');
    }
  };
  return {
    values,
    keys,
    chosen,
    problems,
    asksClient,
    submit,
    setChosen,
    setKeys,
    clientId: source?.clientId ?? chosen ?? ownClient ?? undefined,
    isBusy: create.isPending || update.isPending,
    isDirty: () => JSON.stringify([values, keys]) !== JSON.stringify([source ?? NEW, {}]),
    change: (part: Partial<Values>) => setValues((old) => ({ ...old, ...part })),
  };
}

/** Where leads come from, what they get, and the keys of the portal; of a new source the client, too, for users who see all. */
export function SourceDialog(props: Props) {
  const { source, onClose } = props;
  const form = useSourceForm(props);
  const { values, problems, change } = form;
  const title = source ? 'Edit Source' : 'Add Source';
  return (
    <Dialog
      title={title}
      description="Leads of a portal or another program arrive by themselves."
      onClose={onClose}
      isDirty={form.isDirty}
      isBusy={form.isBusy}
    >
      <form
        className={classes.form}
        onSubmit={(event) => void form.submit(event)}
        noValidate
        aria-label={title}
      >
        {form.asksClient && (
          <div className={classes.wide}>
            <ClientSelect value={form.chosen} onChange={form.setChosen} error={problems['client']} required />
          </div>
        )}
        {!source && (
          <Select
            className={classes.wide}
            label="Leads come from"
            data={KINDS}
            value={values.kind}
            allowDeselect={false}
            onChange={(kind) => change({ kind: (kind ?? 'other') as SourceKind })}
          />
        )}
        <TextInput
          className={classes.wide}
          label="Name"
          placeholder={SOURCE_KINDS[values.kind]}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          value={values.name}
          error={problems['name']}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Defaults values={values} clientId={form.clientId} problems={problems} onChange={change} />
        <KeyFields source={source} kind={values.kind} keys={form.keys} onChange={form.setKeys} />
        <div className={classes.actions}>
          <DialogCancel />
          <Button type="submit" loading={form.isBusy}>
            {source ? 'Save' : 'Next'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type KeyFieldsProps = {
  source: Source | undefined;
  kind: SourceKind;
  keys: Keys;
  onChange: (keys: Keys) => void;
};

/** The keys that the portal has given to the company; a stored one is never shown. */
function KeyFields({ source, kind, keys, onChange }: KeyFieldsProps) {
  return CREDENTIALS_OF[kind].map((key) => (
    <PasswordInput
      key={key}
      className={classes.wide}
      label={CREDENTIALS[key]}
      description={source?.credentials.includes(key) ? 'Stored. Leave empty to keep it.' : HINTS[key]}
      autoComplete="off"
      maxLength={500}
      value={keys[key] ?? ''}
      onChange={(event) => onChange({ ...keys, [key]: event.currentTarget.value })}
    />
  ));
}

type DefaultsProps = {
  values: Values;
  clientId: string | undefined;
  problems: Problems;
  onChange: (part: Partial<Values>) => void;
};

/** The values of a new lead where the portal says nothing else. */
function Defaults({ values, clientId, problems, onChange }: DefaultsProps) {
  const { source: options } = useLeadOptions(clientId);
  return (
    <>
      <ProductSelect
        label="Product"
        clientId={clientId}
        value={values.product_id}
        error={problems['product_id']}
        onChange={(product_id) => onChange({ product_id })}
        clearable
      />
      <Select
        label="Source of the leads"
        placeholder="Name of the portal"
        data={options.map(({ value, label }) => ({ value, label }))}
        value={values.lead_source}
        onChange={(lead_source) => onChange({ lead_source })}
        searchable
        clearable
      />
      <UserSelect
        label="Assigned to"
        placeholder="Nobody: managers are told"
        clientId={clientId}
        value={values.owner_id}
        error={problems['owner_id']}
        onChange={(owner_id) => onChange({ owner_id })}
        clearable
      />
    </>
  );
}
