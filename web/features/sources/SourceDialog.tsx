import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { CREDENTIALS, CREDENTIALS_OF, SOURCE_KINDS, sources } from '#shared/sources.ts';
import type { Credential, Source, SourceKind } from '#shared/sources.ts';
import { useSend } from '#web/api/query.ts';
import { useLeadOptions } from '#web/leads/useLeadOptions.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { useActiveProducts } from '#web/pickers/useActiveProducts.ts';
import { useUserName } from '#web/pickers/useUserName.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { ProductSelect } from '#web/pickers/ProductSelect.tsx';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { DialogCancel } from '#web/ui/dialogs/DialogCancel.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const KINDS = Object.entries(SOURCE_KINDS).map(([value, label]) => ({ value, label }));

type Values = {
  kind: SourceKind;
  name: string;
  product_id: string | null;
  lead_source: string | null;
  owner_id: string | null;
};
const valuesOf = ({ kind, name, product_id, lead_source, owner_id }: Values): Values => ({
  kind,
  name,
  product_id,
  lead_source,
  owner_id,
});
const NEW: Values & { version?: string } = {
  kind: 'indiamart',
  name: '',
  product_id: null,
  lead_source: null,
  owner_id: null,
};

const HINTS: Partial<Record<Credential, string>> = {
  crm_key: 'Only if you don’t use IndiaMART’s Push API: enquiries are then fetched every five minutes.',
};

type Keys = Partial<Record<Credential, string>>;
type Problems = Record<string, string | undefined>;
type Props = {
  /** The source to edit; undefined for a new one. */
  source: Source | undefined;
  onClose: () => void;
  onCreated: (source: { id: string; kind: SourceKind }, secret: string) => void;
};

/**
 * The form's values and saving. `chosen` is the client of a new source, for users with access to all clients.
 */
function useSourceForm({ source, onClose, onCreated }: Props) {
  const { seesAllClients, clientId: ownClient } = useUser();
  const [values, setValues] = useState<Values>(() => valuesOf(source ?? NEW));
  const [keys, setKeys] = useState<Keys>({});
  const [chosen, setChosen] = useState<string | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const create = useSend(sources.create);
  const update = useSend(sources.update);
  const asksClient = seesAllClients && !source;
  const edit = useEditConflict<Values & { version?: string }, Values>(source ?? NEW, valuesOf, {
    values,
    setValues,
  });
  const saved = () => {
    showSuccess('Source saved');
    onClose();
  };

  const save = async () => {
    const { kind } = values;
    const typed = Object.entries(keys).filter(([, text]) => text);
    const credentials = typed.length > 0 && { credentials: Object.fromEntries(typed) };
    const name = (values.name.trim() || SOURCE_KINDS[kind]).slice(0, 60);
    if (source) {
      const { kind: _, ...changes } = edit.changes;
      const named = changes.name !== undefined && { name };
      const body = { ...changes, ...named, ...credentials, version: edit.version };
      await update.mutateAsync({ params: { id: source.id }, body });
      return saved();
    }
    const query = chosen ? { clientId: chosen } : {};
    const { data } = await create.mutateAsync({ query, body: { ...values, name, ...credentials } });
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
      const met = edit.meets(failure);
      if (met === 'saved' && Object.values(keys).every((text) => !text)) saved();
      if (met) return;
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
    edit,
    isDirty: () => edit.isDirty || Object.values(keys).some(Boolean),
    change: (part: Partial<Values>) => setValues((old) => ({ ...old, ...part })),
  };
}

/**
 * Where leads come from, their default values, and the keys of the portal. For users with access to all
 * clients, a new source also has a client.
 */
export function SourceDialog(props: Props) {
  const { source, onClose } = props;
  const form = useSourceForm(props);
  const { values, problems, change } = form;
  const title = source ? 'Edit Source' : 'Add Source';
  return (
    <Dialog
      title={title}
      description="Leads from a portal or another program arrive automatically."
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
        <SourceConflict edit={form.edit} clientId={form.clientId} />
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

const TITLES = {
  kind: 'Leads come from',
  name: 'Name',
  product_id: 'Product',
  lead_source: 'Source of the leads',
  owner_id: 'Assigned to',
};

type ConflictProps = Pick<ReturnType<typeof useSourceForm>, 'edit' | 'clientId'>;

/** Another admin's changes, with names instead of ids. */
function SourceConflict({ edit, clientId }: ConflictProps) {
  const products = useActiveProducts(clientId).data?.data ?? [];
  const nameOf = useUserName(true);
  const { source: options } = useLeadOptions(clientId);
  const words = (field: string, value: FieldValue) => {
    if (!value) return 'empty';
    if (field === 'product_id') return products.find(({ id }) => id === value)?.name ?? 'Another product';
    if (field === 'owner_id') return nameOf(String(value)) ?? 'Another person';
    if (field === 'lead_source')
      return options.find((option) => option.value === value)?.label ?? String(value);
    return String(value);
  };
  const notice = edit.notice(TITLES, words);
  return (
    notice && <ConflictNotice title="Someone else has changed this source in the meantime" {...notice} />
  );
}

type KeyFieldsProps = {
  source: Source | undefined;
  kind: SourceKind;
  keys: Keys;
  onChange: (keys: Keys) => void;
};

/** The keys that the portal has given the company. A stored one is never shown. */
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

/** Default values of a new lead, for what the portal doesn't send. */
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
        placeholder="Nobody (managers are notified)"
        clientId={clientId}
        value={values.owner_id}
        error={problems['owner_id']}
        onChange={(owner_id) => onChange({ owner_id })}
        clearable
      />
    </>
  );
}
