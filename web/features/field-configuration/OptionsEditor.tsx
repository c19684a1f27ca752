import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { ColouredOption } from '#shared/fields/option-tones.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { NewOption } from '#web/features/field-configuration/NewOption.tsx';
import { OptionItem } from '#web/features/field-configuration/OptionItem.tsx';
import { moved } from '#web/lib/moved.ts';
import { Sortable } from '#web/ui/lists/Sortable.tsx';

type Props = {
  /** Absent for a new field: no lead has any of its options yet. */
  field?: FieldKey;
  title: string;
  options: readonly ColouredOption[];
  error?: string | undefined;
  onChange: (options: ColouredOption[]) => void;
};

/**
 * The options of a field: renamed, coloured, reordered, added and removed. Values that leads already have
 * stay.
 */
export function OptionsEditor({ field, title, options, error, onChange }: Props) {
  const values = options.map(({ value }) => value);
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
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
              isLast={field !== undefined && options.length === 1}
              onChange={(next) =>
                onChange(options.map((other) => (other.value === option.value ? next : other)))
              }
              onRemove={() => onChange(options.filter(({ value }) => value !== option.value))}
            />
          ))}
        </ul>
      </Sortable>
      <NewOption
        field={field}
        title={title}
        options={options}
        error={error}
        onAdd={(option) =>
          onChange([...options, { ...option, ...(field === 'status' && { meaning: 'open' }) }])
        }
      />
      {field && (
        <p className={classes.muted}>
          {field === 'status' && 'Won leads count as converted. '}
          Leads keep options that you remove here.
        </p>
      )}
    </div>
  );
}
