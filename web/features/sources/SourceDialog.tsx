import { PasswordInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { CREDENTIALS, CREDENTIALS_OF, SOURCE_KINDS, sources } from '#shared/company/sources.ts';
import type { Credential, Source, SourceKind } from '#shared/company/sources.ts';
import { isTelephony } from '#shared/activities/telephony.ts';
import type { Ring } from '#shared/activities/telephony.ts';
import { useSend } from '#web/api/query.ts';
import { TelephonyFields } from '#web/features/sources/TelephonyFields.tsx';
import { useLeadOptions } from '#web/leads/fields/useLeadOptions.ts';
import { useEditConflict } from '#web/lib/forms/useEditConflict.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';
import { useProductName } from '#web/pickers/useProductName.ts';
import { useUserName } from '#web/pickers/useUserName.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { ProductSelect } from '#web/pickers/ProductSelect.tsx';
import { UserSelect } from '#web/pickers/UserSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { ConflictNotice } from '#web/ui/dialogs/ConflictNotice.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { showSuccess } from '#web/ui/states/toast.ts';

const KINDS = Object.entries(SOURCE_KINDS).map(([value, label]) => ({ value, label }));
const GROUPS = [
  { group: 'Portals and programs', items: KINDS.filter(({ value }) => !isTelephony(value)) },
  { group: 'Telephone systems', items: KINDS.filter(({ value }) => isTelephony(value)) },
];

type Values = {
  kind: SourceKind;
  name: string;
  product_id: string | null;
  lead_source: string | null;
  owner_id: string | null;
  creates_leads: boolean;
  ring: Ring | null;
};
const valuesOf = (row: Values): Values => {
  const { kind, name, product_id, lead_source, owner_id, creates_leads, ring } = row;
  return { kind, name, product_id, lead_source, owner_id, creates_leads, ring };
};
const NEW: Values & { version?: string } = {
  kind: 'indiamart',
  name: '',
  product_id: null,
  lead_source: null,
  owner_id: null,
  creates_leads: true,
  ring: null,
};

const OF_TELEPHONY = 'For click to call and recordings.';
const HINTS: Partial<Record<Credential, string>> = {
  crm_key: 'Only if you don’t use IndiaMART’s Push API: enquiries are then fetched every five minutes.',
  api_key: OF_TELEPHONY,
  api_token: OF_TELEPHONY,
};

type Keys = Partial<Record<Credential, string>>;
type Props = {
  /** The source to edit; undefined for a new one. */
  source: Source | undefined;
  onClose: () => void;
  onCreated: (source: { id: string; kind: SourceKind }, secret: string) => void;
};

/** The form's values and saving. `client` is chosen for a new source by users with access to all clients. */
function useSourceForm({ source, onClose, onCreated }: Props) {
  const { seesAllClients, clientId: ownClient } = useUser();
  const asksClient = seesAllClients && !source;
  const [keys, setKeys] = useState<Keys>({});
  const typed = Object.entries(keys).filter(([, text]) => text);
  const create = useSend(sources.create);
  const update = useSend(sources.update);
  const form = useForm({
    initialValues: { ...valuesOf(source ?? NEW), client: null as string | null },
    validate: { client: (client) => (asksClient && !client ? 'Please select a client' : null) },
  });
  const edit = useEditConflict<typeof NEW, Values>(source ?? NEW, valuesOf, form);
  const call = useFormCall(form, {
    edit: {
      isDirty: edit.isDirty || typed.length > 0,
      // The stored keys are never shown, so nobody knows whether the typed ones were saved.
      meets: (error) => {
        const met = edit.meets(error);
        return met && typed.length > 0 ? 'met' : met;
      },
    },
    send: async ({ client, ...values }) => {
      const { kind } = values;
      const credentials = typed.length > 0 && { credentials: Object.fromEntries(typed) };
      const name = (values.name.trim() || SOURCE_KINDS[kind]).slice(0, 60);
      if (source) {
        const { kind: _, ...changes } = edit.changes;
        const named = changes.name !== undefined && { name };
        const body = { ...changes, ...named, ...credentials, version: edit.version };
        await update.mutateAsync({ params: { id: source.id }, body });
        return undefined;
      }
      const query = client ? { clientId: client } : {};
      const { data } = await create.mutateAsync({ query, body: { ...values, name, ...credentials } });
      return { id: data.id, kind, secret: data.secret };
    },
    done: (created) => {
      if (created) return onCreated(created, created.secret);
      showSuccess('Source saved');
      onClose();
    },
    failed: 'Failed to save the source',
    isSaidOnce: true,
  });
  const clientId = source?.clientId ?? form.values.client ?? ownClient ?? undefined;
  return { form, edit, call, keys, setKeys, asksClient, clientId };
}

/**
 * Where leads come from, their default values, and the keys of the portal. For users with access to all
 * clients, a new source also has a client.
 */
export function SourceDialog(props: Props) {
  const { source, onClose } = props;
  const { form, edit, call, keys, setKeys, asksClient, clientId } = useSourceForm(props);
  const { values, errors } = form;
  const title = source ? 'Edit Source' : 'Add Source';
  const sendsCalls = isTelephony(values.kind);
  return (
    <FormDialog
      {...call}
      title={title}
      description={
        sendsCalls
          ? 'Calls are logged automatically, and the person called sees who’s calling.'
          : 'Leads from a portal or another program arrive automatically.'
      }
      onClose={onClose}
      save={source ? 'Save' : 'Next'}
    >
      <SourceConflict edit={edit} clientId={clientId} />
      {asksClient && (
        <div className={classes.wide}>
          <ClientSelect
            value={values.client}
            onChange={(client) => form.setFieldValue('client', client)}
            error={errors['client'] as string | undefined}
            required
          />
        </div>
      )}
      {!source && (
        <Select
          className={classes.wide}
          label={sendsCalls ? 'Calls come from' : 'Leads come from'}
          data={GROUPS}
          value={values.kind}
          allowDeselect={false}
          onChange={(kind) => form.setValues({ kind: (kind ?? 'other') as SourceKind, ring: null })}
        />
      )}
      <TextInput
        className={classes.wide}
        label="Name"
        placeholder={SOURCE_KINDS[values.kind]}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {sendsCalls && <TelephonyFields values={values} errors={errors} onChange={form.setValues} />}
      {(!sendsCalls || values.creates_leads) && (
        <Defaults values={values} clientId={clientId} errors={errors} onChange={form.setValues} />
      )}
      <KeyFields source={source} kind={values.kind} keys={keys} onChange={setKeys} />
    </FormDialog>
  );
}

const TITLES = {
  kind: 'Leads come from',
  name: 'Name',
  product_id: 'Product',
  lead_source: 'Source of the leads',
  owner_id: 'Assigned to',
  creates_leads: 'Unknown callers become leads',
  ring: 'Click to call',
};

type ConflictProps = Pick<ReturnType<typeof useSourceForm>, 'edit' | 'clientId'>;

/** Another admin's changes, with names instead of ids. */
function SourceConflict({ edit, clientId }: ConflictProps) {
  const productName = useProductName(
    edit.sides.map(({ product_id }) => product_id ?? ''),
    clientId,
  );
  const userName = useUserName(edit.sides.map(({ owner_id }) => owner_id ?? ''));
  const { source: options } = useLeadOptions(clientId);
  const words = (field: string, value: FieldValue) => {
    if (field === 'creates_leads') return value ? 'yes' : 'no';
    if (field === 'ring') return (value as Ring | null)?.address ?? 'off';
    if (!value) return 'empty';
    if (field === 'product_id') return productName(String(value)) ?? 'Another product';
    if (field === 'owner_id') return userName(String(value)) ?? 'Another person';
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
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (part: Partial<Values>) => void;
};

/** Default values of a new lead, for what the portal doesn't send. */
function Defaults({ values, clientId, errors, onChange }: DefaultsProps) {
  const { source: options } = useLeadOptions(clientId);
  const { product_id: product, owner_id: owner } = values;
  const productName = useProductName([product ?? ''], clientId)(product ?? '');
  const ownerName = useUserName([owner ?? ''])(owner ?? '');
  return (
    <>
      <ProductSelect
        label="Product"
        clientId={clientId}
        value={product}
        known={product && productName ? { value: product, label: productName } : undefined}
        error={errors['product_id'] as string | undefined}
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
        value={owner}
        known={owner && ownerName ? { value: owner, label: ownerName } : undefined}
        error={errors['owner_id'] as string | undefined}
        onChange={(owner_id) => onChange({ owner_id })}
        clearable
      />
    </>
  );
}
