import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { valueOf } from '#shared/leads/lead.ts';
import type { Lead } from '#shared/leads/lead.ts';
import classes from '#web/features/leads/detail/LeadFacts.module.css';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { EditableValue } from '#web/leads/in-place/EditableValue.tsx';
import type { EditField } from '#web/leads/in-place/edits.ts';
import { LeadFieldValue } from '#web/leads/fields/LeadFieldValue.tsx';
import { MaskedValue } from '#web/leads/fields/MaskedValue.tsx';
import { isMasked } from '#web/leads/masked.ts';
import { isLost } from '#web/leads/fields/lost-reason.ts';

export type FactsProps = {
  lead: Lead;
  fields: FieldSettings;
  timeZone: string;
  /** Absent for users who cannot change leads. */
  onEdit: EditField | undefined;
};

/** A fact with its title. */
export function Fact(props: FactsProps & { field: FieldKey }) {
  return (
    <div className={classes.fact}>
      <dt>{props.fields.title(props.field)}</dt>
      <dd>
        <FactValue {...props} />
      </dd>
    </div>
  );
}

/** A fact that is edited in place with a click. */
export function FactValue({ onEdit, ...shown }: FactsProps & { field: FieldKey }) {
  const { lead, field, fields } = shown;
  // A reason belongs to a lost lead. Without one there is nothing to change.
  const isNone = field === 'lost_reason' && !isLost(lead.status, fields);
  const value = (of: Lead, isWhole = true) =>
    !onEdit || !isWhole || fields.field(field).readOnly || isNone ? (
      <LeadFieldValue {...shown} lead={of} />
    ) : (
      <EditableValue {...shown} lead={of} onEdit={onEdit} />
    );
  if (!isMasked(valueOf(lead, field))) return value(lead);
  return (
    <MaskedValue lead={lead} field={field} title={fields.title(field)}>
      {value}
    </MaskedValue>
  );
}
