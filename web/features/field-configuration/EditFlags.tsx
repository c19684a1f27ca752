import { isCustomKey } from '#shared/fields/custom-fields.ts';
import { leadField } from '#shared/fields/lead-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { flagText } from '#web/features/field-configuration/field-texts.ts';
import type { ChangeTexts } from '#web/features/field-configuration/field-texts.ts';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';

type Props = {
  field: FieldKey;
  title: string;
  showTable: boolean;
  showForm: boolean;
  required: boolean;
  onChange: ChangeTexts;
};

/**
 * Where a field is shown and whether it is required. A flag that cannot be changed is locked and shows why.
 */
export function EditFlags({ field, title, showTable, showForm, required, onChange }: Props) {
  const isName = field === 'name';
  const everyName = isName ? 'Every lead has a name.' : undefined;
  const byServer = !isCustomKey(field) && leadField(field).readOnly ? 'Set by the server.' : undefined;
  const notAsked = showForm ? undefined : 'Only fields shown in the form can be required.';
  return (
    <>
      <Flag
        label="Leads Table"
        title={title}
        isOn={showTable}
        reason={isName ? 'Always shown: it opens the lead.' : undefined}
        onChange={(isOn) => onChange({ [`${field}.showTable`]: flagText(isOn) })}
      />
      <Flag
        label="Add Lead Form"
        title={title}
        isOn={showForm}
        reason={everyName ?? byServer}
        onChange={(isOn) =>
          // A field that the form does not show cannot be required.
          onChange({
            [`${field}.showForm`]: flagText(isOn),
            ...(!isOn && { [`${field}.required`]: '' }),
          })
        }
      />
      <Flag
        label="Required"
        title={title}
        isOn={required}
        reason={everyName ?? notAsked}
        onChange={(isOn) => onChange({ [`${field}.required`]: flagText(isOn) })}
      />
    </>
  );
}

type FlagProps = {
  label: string;
  title: string;
  isOn: boolean;
  /** Why the flag cannot be changed. */
  reason: string | undefined;
  onChange: (isOn: boolean) => void;
};

function Flag({ label, title, isOn, reason, onChange }: FlagProps) {
  return (
    <td className={classes.flag}>
      <label title={reason}>
        <CheckBox
          aria-label={`${label}: ${title}`}
          checked={isOn}
          disabled={reason !== undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span aria-hidden="true">{label}</span>
      </label>
    </td>
  );
}
