import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';
import classes from '#web/features/lead-duplicates/MergeDialog.module.css';
import type { Side } from '#web/features/lead-duplicates/merge-fields.ts';
import { LeadFieldValue } from '#web/leads/fields/LeadFieldValue.tsx';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';

type Props = {
  field: FieldKey;
  mine: Lead;
  theirs: Lead;
  settings: FieldSettings;
  side: Side;
  onChange: (side: Side) => void;
};

/** One field in both leads. The arrow keys switch sides. */
export function MergeField({ field, mine, theirs, settings, side, onChange }: Props) {
  const timeZone = useTimeZone(mine);
  const choices = [
    { value: 'mine', caption: 'This lead', lead: mine },
    { value: 'theirs', caption: 'Other lead', lead: theirs },
  ] as const;
  return (
    <fieldset className={classes.field}>
      <legend className={classes.title}>{settings.title(field)}</legend>
      <span className={classes.title} aria-hidden="true">
        {settings.title(field)}
      </span>
      {choices.map(({ value, caption, lead }) => (
        <label key={value} className={classes.side}>
          <input
            type="radio"
            name={`merge-${field}`}
            checked={side === value}
            onChange={() => onChange(value)}
          />
          <span>
            <span className={classes.caption}>{caption}: </span>
            <LeadFieldValue lead={lead} field={field} timeZone={timeZone} fields={settings} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
