import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { valueOf } from '#shared/lead.ts';
import { LeadFieldValue } from '#web/leads/LeadFieldValue.tsx';
import classes from '#web/leads/in-place/InPlace.module.css';
import type { EditField } from '#web/leads/in-place/edits.ts';

type Props = ComponentProps<typeof LeadFieldValue> & {
  onEdit: EditField;
  /** Left out of the order of Tab, where arrow keys lead to the values of a row. */
  isInRow?: boolean;
};

/** A field of a lead to read, and a button that opens the field's editor beside the value. */
export function EditableValue({ onEdit, isInRow = false, ...shown }: Props) {
  const { lead, field, fields } = shown;
  const title = fields.title(field);
  return (
    <UnstyledButton
      className={classes.editable}
      // A dash alone would be read as nothing.
      aria-label={field !== 'assigned_to' && valueOf(lead, field) === null ? `- no ${title}` : undefined}
      title={`Change ${title}`}
      aria-haspopup="dialog"
      tabIndex={isInRow ? -1 : undefined}
      onClick={(event) => onEdit(lead, field, event.currentTarget)}
    >
      <LeadFieldValue {...shown} />
    </UnstyledButton>
  );
}
