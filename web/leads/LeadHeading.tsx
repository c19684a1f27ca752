import type { ReactNode } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import { ZoneNote } from '#web/leads/ZoneNote.tsx';
import { LeadFieldValue } from '#web/leads/fields/LeadFieldValue.tsx';
import classes from '#web/leads/LeadHeading.module.css';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { EditableValue } from '#web/leads/in-place/EditableValue.tsx';
import type { EditField } from '#web/leads/in-place/edits.ts';

type Props = {
  lead: Lead;
  fields: FieldSettings;
  timeZone: string;
  /** Absent where the status cannot be changed. */
  onEdit?: EditField | undefined;
  /** The row of actions. */
  children: ReactNode;
};

/** The status badges of the lead that the page's title names, and the row of actions. */
export function LeadHeading({ lead, fields, timeZone, onEdit, children }: Props) {
  const shown = { lead, fields, timeZone };
  return (
    <div className={classes.heading}>
      <div className={classes.badges}>
        {fields.isShown('status') &&
          (onEdit ? (
            <EditableValue {...shown} field="status" onEdit={onEdit} />
          ) : (
            <LeadFieldValue {...shown} field="status" />
          ))}
        <span className={classes.call}>
          {lead.call_status === 'pending' ? (
            'Not called yet'
          ) : (
            <>
              Last call <LeadFieldValue {...shown} field="call_status" />
            </>
          )}
        </span>
        {lead.is_archived && <span className={classes.flag}>Archived</span>}
        {lead.is_duplicate && <span className={classes.flag}>Duplicate</span>}
        {lead.escalated_at && !lead.last_contacted_at && (
          <span className={classes.flag}>Not contacted in time</span>
        )}
        <ZoneNote timeZone={timeZone} />
      </div>
      {children}
    </div>
  );
}
