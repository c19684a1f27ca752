import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { valueOf } from '#shared/lead.ts';
import { LeadFieldValue } from '#web/leads/LeadFieldValue.tsx';
import { CATALOGUE_SETTINGS } from '#web/leads/field-settings.ts';
import classes from '#web/leads/in-place/InPlace.module.css';
import type { EditField, EditableField } from '#web/leads/in-place/edits.ts';

type Props = Omit<ComponentProps<typeof LeadFieldValue>, 'field'> & {
  field: EditableField;
  onEdit: EditField;
};

/** A field of a lead to read, and a button that opens the field's editor beside the value. */
export function EditableValue({ onEdit, ...shown }: Props) {
  const { lead, field, fields = CATALOGUE_SETTINGS } = shown;
  const title = fields.title(field);
  return (
    <UnstyledButton
      className={classes.editable}
      // A dash would be read as nothing.
      aria-label={valueOf(lead, field) === null ? `${title}: none` : undefined}
      title={`Change ${title}`}
      aria-haspopup="dialog"
      onClick={(event) => onEdit(lead, field, event.currentTarget)}
    >
      <LeadFieldValue {...shown} />
    </UnstyledButton>
  );
}
