import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ComponentProps, FormEvent, KeyboardEvent } from 'react';
import { CONTACT_TIMES } from '#shared/activities/contact-times.ts';
import { customName, isCustomKey } from '#shared/fields/custom-fields.ts';
import { LeadFieldsInput, valueOf } from '#shared/leads/lead.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { LeadFormField } from '#web/features/leads/form/LeadFormField.tsx';
import { toChanges, validate, valuesOf } from '#web/features/leads/form/lead-form-values.ts';
import { useDraft } from '#web/leads/composer/useDraft.ts';
import { ChoiceList } from '#web/leads/in-place/ChoiceList.tsx';
import type { OtherEditor } from '#web/leads/in-place/edits.ts';
import classes from '#web/leads/in-place/InPlace.module.css';
import { useLeadOptions } from '#web/leads/fields/useLeadOptions.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { isFound } from '#web/lib/names/found-choices.ts';
import { useActiveProducts } from '#web/pickers/useActiveProducts.ts';
import { useChoiceSearch } from '#web/pickers/useChoiceSearch.ts';

/** The editor of a fact whose options don't come from the client. */
export const FactEditor: OtherEditor = (props) => {
  if (props.fields.field(props.field).type === 'product') return <ProductChoice {...props} />;
  if (props.field === 'preferred_contact_time') return <TimeChoice {...props} />;
  return <TypedFact {...props} />;
};

type Props = ComponentProps<OtherEditor>;

const NONE = { value: '', label: 'None' };

function ProductChoice({ lead, title, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const { asked, listen } = useChoiceSearch();
  const { data, isError } = useActiveProducts(lead.clientId, true, asked);
  const products = (data?.data ?? []).map(({ id, name, sku }) => ({
    value: id,
    label: name,
    also: sku ?? '',
  }));
  return (
    <ChoiceList
      label={title}
      choices={[NONE, ...products].filter((one) => isFound(one, search))}
      chosen={lead.product_id ?? ''}
      nothing={isError ? 'Failed to load products' : 'Nothing found.'}
      search={search}
      onSearch={(text) => {
        setSearch(text);
        listen(text, data?.pagination);
      }}
      onChoose={({ value, label }) =>
        onChoose({
          value: value || null,
          shown: { product_id: value || null, product_name: value ? label : null },
        })
      }
    />
  );
}

function TimeChoice({ lead, title, onChoose }: Props) {
  const [search, setSearch] = useState('');
  return (
    <ChoiceList
      label={title}
      choices={[NONE, ...CONTACT_TIMES].filter((one) => isFound(one, search))}
      chosen={lead.preferred_contact_time ?? ''}
      nothing="Nothing found."
      search={search}
      onSearch={setSearch}
      onChoose={({ value }) =>
        onChoose({ value: value || null, shown: { preferred_contact_time: value || null } })
      }
    />
  );
}

/**
 * Edits a fact with its form input. Enter saves (Ctrl+Enter in multi-line texts), Escape discards. A text that was
 * left, or not saved, is there again.
 */
function TypedFact({ lead, field, fields, onChoose }: Props) {
  const timeZone = useTimeZone(lead);
  const options = useLeadOptions(lead.clientId);
  const before = valuesOf(lead, fields, timeZone)[field] ?? '';
  const [draft, setDraft] = useDraft(`fact:${lead.id}:${field}`);
  const [text, setText] = useState(draft || before);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const values = { [field]: text };
    const wrong = validate([field], fields, values)[field];
    const changes = toChanges([field], fields, values, timeZone);
    // The server's own messages, shown before the editor closes with the typed text.
    const read = LeadFieldsInput.safeParse(changes);
    const problem = wrong ?? (read.success ? undefined : read.error.issues[0]?.message);
    setError(problem);
    if (problem !== undefined) return;
    const custom = { ...lead.custom, ...changes.custom } as Lead['custom'];
    const shown = { ...changes, custom } as Lead;
    setDraft('');
    onChoose({
      value: valueOf({ ...lead, ...shown }, field),
      shown: isCustomKey(field) ? { custom } : shown,
      onRefused: () => setDraft(text),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isText = fields.field(field).type === 'textarea';
    if (isText && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the input inside
    <form
      ref={form}
      className={classes.editor}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      // Escape closes the editor before it arrives at the inputs.
      onKeyDownCapture={({ key }) => key === 'Escape' && setDraft('')}
      noValidate
      data-field={isCustomKey(field) ? customName(field) : field}
    >
      <LeadFormField
        field={field}
        settings={fields}
        value={text}
        error={error}
        onChange={(typed) => {
          setText(typed);
          setDraft(typed === before ? '' : typed);
        }}
        options={options}
        clientId={lead.clientId}
      />
      <Button type="submit" size="xs">
        Save
      </Button>
    </form>
  );
}
