import { Popover } from '@mantine/core';
import { useEffect, useState } from 'react';
import { foldText } from '#shared/values/fold-text.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { valueOf } from '#shared/leads/lead.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { formatMoney } from '#shared/values/money.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { ChoiceList } from '#web/leads/in-place/ChoiceList.tsx';
import { isEditable } from '#web/leads/in-place/edits.ts';
import type { Chosen, EditorProps, FieldEdit, OtherEditor } from '#web/leads/in-place/edits.ts';
import classes from '#web/leads/in-place/InPlace.module.css';
import { MomentEditor } from '#web/leads/in-place/MomentEditor.tsx';
import { PersonEditor } from '#web/leads/in-place/PersonEditor.tsx';
import { withValue } from '#web/leads/fields/with-value.ts';
import { withValues } from '#web/leads/fields/useLeadOptions.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';

type Props = {
  lead: Lead;
  field: FieldKey;
  /** The clicked value. The editor appears there, and the focus returns to it. */
  anchor: HTMLElement;
  fields: FieldSettings;
  Other: OtherEditor | undefined;
  onSave: (edit: FieldEdit) => void;
  onClose: () => void;
};

/** The editor of one field, next to the value. */
export function FieldEditor({ lead, field, anchor, fields, Other, onSave, onClose }: Props) {
  const timeZone = useTimeZone(lead);
  const [{ top, left, width, height }] = useState(() => anchor.getBoundingClientRect());
  const title = fields.title(field);
  useEffect(() => {
    anchor.setAttribute('aria-expanded', 'true');
    return () => anchor.removeAttribute('aria-expanded');
  }, [anchor]);
  const close = () => {
    anchor.focus({ preventScroll: true });
    onClose();
  };
  const save = (chosen: Chosen) => {
    close();
    onSave({ ...chosen, lead, field, title, words: (of) => wordsOf(of, field, fields, timeZone) });
  };
  const editor = { lead, title, onChoose: save };
  return (
    <Popover
      opened
      onDismiss={close}
      position="bottom-start"
      width={isEditable(field) && field !== 'next_followup_date' ? 230 : 280}
      trapFocus
    >
      <Popover.Target>
        <span
          aria-hidden="true"
          style={{ position: 'fixed', pointerEvents: 'none', top, left, width, height }}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.editor} aria-label={`${title} of ${lead.name}`}>
        {field === 'assigned_to' ? (
          <PersonEditor {...editor} />
        ) : field === 'next_followup_date' ? (
          <MomentEditor {...editor} timeZone={timeZone} />
        ) : fields.field(field).type === 'select' ? (
          <OptionEditor {...editor} field={field} fields={fields} />
        ) : (
          Other && <Other {...editor} field={field} fields={fields} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type OptionProps = EditorProps & { field: FieldKey; fields: FieldSettings };

/** The client's options, and the lead's value if it isn't one of them. */
function OptionEditor({ lead, title, field, fields, onChoose }: OptionProps) {
  const [search, setSearch] = useState('');
  const current = String(valueOf(lead, field) ?? '');
  const options = withValues(fields.options(field), [current]);
  const wanted = foldText(search.trim());
  return (
    <ChoiceList
      label={title}
      choices={options.filter(({ label }) => foldText(label).includes(wanted))}
      chosen={current}
      nothing="Nothing found."
      search={search}
      onSearch={setSearch}
      onChoose={({ value }) => onChoose({ value, shown: withValue(lead, field, value) })}
    />
  );
}

/** A field's value as named in the toast and in the choice between mine and theirs. */
function wordsOf(lead: Lead, field: FieldKey, fields: FieldSettings, timeZone: string): string {
  if (field === 'assigned_to') return lead.assigned_user_name ?? 'Unassigned';
  if (field === 'next_followup_date')
    return lead.next_followup_date ? formatDateTime(lead.next_followup_date, timeZone) : 'none';
  const value = field === 'product_id' ? lead.product_name : valueOf(lead, field);
  const { type } = fields.field(field);
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return type === 'money' ? formatMoney(value) : String(value);
  if (Array.isArray(value)) return value.join(', ');
  if (type === 'datetime') return formatDateTime(value, timeZone);
  return type === 'select' ? optionLabel(value, fields.options(field)) : value;
}
