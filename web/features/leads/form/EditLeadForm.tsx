import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { EditConflict } from '#web/features/leads/form/EditConflict.tsx';
import { LeadFormFields } from '#web/features/leads/form/LeadFormFields.tsx';
import { useLeadEdit } from '#web/features/leads/form/useLeadEdit.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { ZoneNote } from '#web/leads/ZoneNote.tsx';
import { ReminderChoice } from '#web/leads/ReminderChoice.tsx';
import { useFirstField } from '#web/lib/forms/useFirstField.ts';
import classes from '#web/ui/fields/Form.module.css';

type Props = {
  lead: Lead;
  fields: readonly FieldKey[];
  settings: FieldSettings;
  label: string;
  /** The cancel link next to the save button. */
  cancel: ReactNode;
  onSaved: () => void;
  onUnchanged: () => void;
  onFailed: (error: Error) => void;
  onDirty: (isDirty: boolean) => void;
};

/** The form of an existing lead. */
export function EditLeadForm({ label, cancel, ...props }: Props) {
  const ref = useFirstField();
  const { lead, fields, settings } = props;
  const { edit, values, errors, isPending, submit, follows, set, show } = useLeadEdit(props);
  const { seen } = edit;
  const timeZone = useTimeZone(lead);
  const assignee = seen.assigned_to
    ? { value: seen.assigned_to, label: seen.assigned_user_name ?? 'Another user' }
    : undefined;
  const product = seen.product_id
    ? { value: seen.product_id, label: seen.product_name ?? 'Another product' }
    : undefined;
  return (
    <form ref={ref} className={classes.form} onSubmit={submit} noValidate aria-label={label}>
      <EditConflict edit={edit} fields={fields} settings={settings} />
      <ZoneNote timeZone={timeZone} />
      <LeadFormFields
        below={{ assigned_to: follows && <ReminderChoice {...follows} /> }}
        fields={fields}
        settings={settings}
        values={values}
        errors={errors}
        onChange={set}
        onShow={show}
        clientId={lead.clientId}
        assignee={assignee}
        product={product}
      />
      <div className={classes.actions}>
        {cancel}
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Updating...' : 'Update Lead'}
        </Button>
      </div>
    </form>
  );
}
