import { ActionIcon } from '@mantine/core';
import Pencil from 'lucide-react/icons/pencil';
import type { ComponentProps } from 'react';
import { valueOf } from '#shared/lead.ts';
import classes from '#web/features/leads/detail/LeadFacts.module.css';
import { ReachableValue } from '#web/leads/ways/ReachableValue.tsx';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { EditableValue } from '#web/leads/in-place/EditableValue.tsx';
import { isLost } from '#web/leads/lost-reason.ts';
import type { EditField } from '#web/leads/in-place/edits.ts';

type Props = ComponentProps<typeof ReachableValue> & {
  fields: FieldSettings;
  /** Absent for users who cannot change leads. */
  onEdit: EditField | undefined;
};

/** A fact that is edited in place with a click. A phone number or an address has a separate edit button. */
export function FactValue({ onEdit, ...shown }: Props) {
  const { lead, field, fields } = shown;
  const { type, readOnly } = fields.field(field);
  // A reason belongs to a lost lead. Without one there is nothing to change.
  const isNone = field === 'lost_reason' && !isLost(lead.status, fields);
  if (!onEdit || readOnly || isNone) return <ReachableValue {...shown} />;
  const isLink = (type === 'email' || type === 'phone') && Boolean(valueOf(lead, field));
  if (!isLink) return <EditableValue {...shown} onEdit={onEdit} />;
  const title = `Change ${fields.title(field)}`;
  return (
    <span className={classes.reachable}>
      <ReachableValue {...shown} />
      <ActionIcon
        size={24}
        aria-label={title}
        title={title}
        aria-haspopup="dialog"
        onClick={(event) => onEdit(lead, field, event.currentTarget)}
      >
        <Pencil size={13} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
}
