import { useState } from 'react';
import type { FieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { EditRow } from '#web/features/field-configuration/EditRow.tsx';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { orderFor, orderOf, settingOf } from '#web/features/field-configuration/current-configuration.ts';
import type { ChangeTexts, EditTexts } from '#web/features/field-configuration/field-texts.ts';
import { typeWord } from '#web/features/field-configuration/field-words.ts';
import { SortHeader } from '#web/ui/lists/SortHeader.tsx';
import table from '#web/ui/lists/Table.module.css';

type Column = 'title' | 'key' | 'type' | 'showTable' | 'showForm' | 'required';
const COLUMNS: readonly [Column, string][] = [
  ['title', 'Field Name'],
  ['key', 'Key'],
  ['type', 'Type'],
  ['showTable', 'Leads Table'],
  ['showForm', 'Add Lead Form'],
  ['required', 'Required'],
];

type Props = {
  settings: FieldConfiguration;
  texts: EditTexts;
  errors: Partial<Record<FieldKey, string>>;
  onChange: ChangeTexts;
};

/** All fields for editing, in the configured order until a column is sorted. */
export function EditTable({ settings, texts, errors, onChange }: Props) {
  const [order, setOrder] = useState(() => orderOf(settings));
  const [sort, setSort] = useState<{ by: Column; direction: 'asc' | 'desc' }>();
  const typeOf = (field: FieldKey) => typeWord(settingOf(settings, field)?.type ?? 'text');
  const sortBy = (by: Column) => {
    const direction = sort?.by === by && sort.direction === 'asc' ? 'desc' : 'asc';
    const wordOf = (field: FieldKey) => {
      if (by === 'key') return field;
      if (by === 'type') return typeOf(field);
      // Checked fields come first.
      const text = texts[`${field}.${by}`] ?? '';
      return by === 'title' ? text : text ? '0' : '1';
    };
    const sign = direction === 'asc' ? 1 : -1;
    // Sorted once: otherwise a row would move away while its name is typed.
    setOrder(orderOf(settings).toSorted((one, other) => sign * wordOf(one).localeCompare(wordOf(other))));
    setSort({ by, direction });
  };
  return (
    <div className={classes.frame}>
      <table className={`${table.table} ${classes.table} ${classes.edits}`}>
        <caption className={table.caption}>Edit Fields</caption>
        <thead>
          <tr>
            {COLUMNS.map(([column, label]) => (
              <SortHeader
                key={column}
                label={label}
                direction={sort?.by === column ? sort.direction : undefined}
                onSort={() => sortBy(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {orderFor(settings, order).map((field) => (
            <EditRow
              key={field}
              field={field}
              type={settingOf(settings, field)?.type ?? 'text'}
              title={texts[`${field}.title`] ?? ''}
              showTable={texts[`${field}.showTable`] ?? ''}
              showForm={texts[`${field}.showForm`] ?? ''}
              required={texts[`${field}.required`] ?? ''}
              placeholder={texts[`${field}.placeholder`] ?? ''}
              options={texts[`${field}.options`] ?? ''}
              error={errors[field]}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
