import { Button, TextInput } from '@mantine/core';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import { foldOption } from '#shared/lead-options.ts';
import type { ColouredOption } from '#shared/option-tones.ts';
import classes from '#web/features/lead-fields/LeadFields.module.css';
import { OptionItem } from '#web/features/lead-fields/OptionItem.tsx';
import { moved } from '#web/lib/moved.ts';
import { Sortable } from '#web/ui/Sortable.tsx';

type Props = {
  field: LeadFieldKey;
  title: string;
  options: readonly ColouredOption[];
  onChange: (options: ColouredOption[]) => void;
};

/** The choices of a field: named, coloured, ordered, added and removed; what leads have already stays as it is. */
export function OptionsEditor({ field, title, options, onChange }: Props) {
  const [label, setLabel] = useState('');
  const [error, setError] = useState<string>();
  const values = options.map(({ value }) => value);
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  const add = () => {
    const value = valueFor(field, label);
    if (value === '') return;
    if (values.some((other) => foldOption(other) === value)) {
      setError(
        `There is an option ${labelOf(values.find((other) => foldOption(other) === value) ?? value)}.`,
      );
      return;
    }
    onChange([...options, { value, label: label.trim(), ...(field === 'status' && { meaning: 'open' }) }]);
    setLabel('');
  };
  return (
    <div className={classes.options} role="group" aria-label={`Options of ${title}`}>
      <Sortable
        ids={values}
        noun="option"
        name={labelOf}
        onMove={(id, over) =>
          onChange(
            moved(values, id, over).flatMap((value) => options.filter((option) => option.value === value)),
          )
        }
      >
        <ul>
          {options.map((option) => (
            <OptionItem
              key={option.value}
              field={field}
              option={option}
              isLast={options.length === 1}
              onChange={(next) =>
                onChange(options.map((other) => (other.value === option.value ? next : other)))
              }
              onRemove={() => onChange(options.filter(({ value }) => value !== option.value))}
            />
          ))}
        </ul>
      </Sortable>
      <div className={classes.add}>
        <TextInput
          aria-label={`New option of ${title}`}
          placeholder="New option"
          value={label}
          maxLength={80}
          error={error}
          onChange={(event) => {
            setLabel(event.currentTarget.value);
            setError(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Adds the option; the form is saved by its own button.
            event.preventDefault();
            add();
          }}
        />
        <Button
          variant="default"
          leftSection={<Plus size={14} aria-hidden="true" />}
          disabled={valueFor(field, label) === ''}
          onClick={add}
        >
          Add
        </Button>
      </div>
      <p className={classes.muted}>
        {field === 'status' && 'Won leads count as converted. '}
        Leads keep an option that is removed here.
      </p>
    </div>
  );
}

/** What leads store for a new option: its label in small letters, as long as the field may be. */
function valueFor(field: LeadFieldKey, label: string): string {
  const { max = 80 } = leadField(field);
  return [...foldOption(label)].slice(0, max).join('');
}
