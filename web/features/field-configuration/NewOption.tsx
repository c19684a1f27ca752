import { Button, TextInput } from '@mantine/core';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import type { FocusEvent } from 'react';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import { leadField } from '#shared/fields/lead-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { foldOption } from '#shared/fields/lead-options.ts';
import type { Option } from '#shared/fields/lead-options.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';

type Props = {
  /** Absent for a new field. */
  field: FieldKey | undefined;
  title: string;
  options: readonly Option[];
  /** The message about a missing option. */
  error: string | undefined;
  onAdd: (option: Option) => void;
};

/**
 * Adds an option to a field. Text that was typed but not added when the input loses focus becomes an option
 * as well.
 */
export function NewOption({ field, title, options, error, onAdd }: Props) {
  const [label, setLabel] = useState('');
  const [known, setKnown] = useState<string>();
  const value = valueFor(field, label);
  const add = () => {
    if (value === '') return;
    const other = options.find((option) => foldOption(option.value) === value);
    if (other) {
      setKnown(`The option ${other.label} already exists.`);
      return;
    }
    onAdd({ value, label: label.trim() });
    setLabel('');
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.closest(`.${classes.add}`)?.contains(relatedTarget)) add();
  };
  return (
    <div className={classes.add}>
      <TextInput
        aria-label={`New option of ${title}`}
        placeholder="New option"
        value={label}
        maxLength={80}
        error={known ?? error}
        onBlur={leave}
        onChange={(event) => {
          setLabel(event.currentTarget.value);
          setKnown(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter adds the option. The form has a separate button for saving.
          event.preventDefault();
          add();
        }}
      />
      <Button
        variant="default"
        leftSection={<Plus size={14} aria-hidden="true" />}
        disabled={value === ''}
        onBlur={leave}
        onClick={add}
      >
        Add
      </Button>
    </div>
  );
}

/** The stored value of a new option: its lower-case label, cut to the field's maximum length. */
function valueFor(field: FieldKey | undefined, label: string): string {
  const { max = 80 } = field && !isCustomKey(field) ? leadField(field) : {};
  return [...foldOption(label)].slice(0, max).join('');
}
