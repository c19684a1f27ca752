import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { valueOf } from '#shared/leads/lead.ts';
import { LeadFieldValue } from '#web/leads/fields/LeadFieldValue.tsx';
import classes from '#web/leads/in-place/InPlace.module.css';
import type { EditField } from '#web/leads/in-place/edits.ts';

type Props = ComponentProps<typeof LeadFieldValue> & {
  onEdit: EditField;
  /** Excluded from the Tab order where arrow keys move between the values of a row. */
  isInRow?: boolean;
};

/** A field of a lead, and a button that opens the field's editor next to the value. */
export function EditableValue({ onEdit, isInRow = false, ...shown }: Props) {
  const { lead, field, fields } = shown;
  const title = fields.title(field);
  return (
    <UnstyledButton
      className={classes.editable}
      // Screen readers would skip a dash without words.
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
