import { Popover } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { optionLabel } from '#shared/lead-options.ts';
import { valueOf } from '#shared/lead.ts';
import type { Lead } from '#shared/lead.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { ChoiceList } from '#web/leads/in-place/ChoiceList.tsx';
import type { Chosen, EditableField, EditorProps, FieldEdit } from '#web/leads/in-place/edits.ts';
import classes from '#web/leads/in-place/InPlace.module.css';
import { MomentEditor } from '#web/leads/in-place/MomentEditor.tsx';
import { PersonEditor } from '#web/leads/in-place/PersonEditor.tsx';
import { withValues } from '#web/leads/useLeadOptions.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';

type Props = {
  lead: Lead;
  field: EditableField;
  /** The pressed value: the editor stands there and the focus returns there. */
  anchor: HTMLElement;
  fields: FieldSettings;
  onSave: (edit: FieldEdit) => void;
  onClose: () => void;
};

/** The editor of one field, beside the value. */
export function FieldEditor({ lead, field, anchor, fields, onSave, onClose }: Props) {
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
      width={field === 'next_followup_date' ? 260 : 230}
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
        ) : (
          <OptionEditor {...editor} field={field} fields={fields} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type OptionProps = EditorProps & {
  field: 'status' | 'source' | 'interest_level';
  fields: FieldSettings;
};

/** The client's options, and the lead's own value when it is none of them. */
function OptionEditor({ lead, title, field, fields, onChoose }: OptionProps) {
  const [search, setSearch] = useState('');
  const current = lead[field] ?? '';
  const options = withValues(fields.options(field), [current]);
  const wanted = search.trim().toLowerCase();
  return (
    <ChoiceList
      label={title}
      choices={options.filter(({ label }) => label.toLowerCase().includes(wanted))}
      chosen={current}
      nothing="Nothing found."
      search={search}
      onSearch={setSearch}
      onChoose={({ value }) => onChoose({ value, shown: { [field]: value } })}
    />
  );
}

/** A field's value as the toast and the choice between mine and theirs name it. */
function wordsOf(lead: Lead, field: EditableField, fields: FieldSettings, timeZone: string): string {
  if (field === 'assigned_to') return lead.assigned_user_name ?? 'Unassigned';
  if (field === 'next_followup_date')
    return lead.next_followup_date ? formatDateTime(lead.next_followup_date, timeZone) : 'none';
  const value = valueOf(lead, field);
  return typeof value === 'string' ? optionLabel(value, fields.options(field)) : 'none';
}
