import type { ReactNode } from 'react';
import type { Lead } from '#shared/lead.ts';
import { ZoneNote } from '#web/leads/ZoneNote.tsx';
import { LeadFieldValue } from '#web/leads/LeadFieldValue.tsx';
import classes from '#web/leads/LeadHeading.module.css';
import type { FieldSettings } from '#web/leads/field-settings.ts';

type Props = {
  lead: Lead;
  fields: FieldSettings;
  timeZone: string;
  /** The row of actions. */
  children: ReactNode;
};

/** The status badges of the lead that the page's title names, and the row of actions. */
export function LeadHeading({ lead, fields, timeZone, children }: Props) {
  return (
    <div className={classes.heading}>
      <div className={classes.badges}>
        {fields.isShown('status') && (
          <LeadFieldValue lead={lead} field="status" fields={fields} timeZone={timeZone} />
        )}
        <span className={classes.call}>
          Last call <LeadFieldValue lead={lead} field="call_status" fields={fields} timeZone={timeZone} />
        </span>
        {lead.is_archived && <span className={classes.flag}>Archived</span>}
        {lead.is_duplicate && <span className={classes.flag}>Duplicate</span>}
        {lead.escalated_at && !lead.last_contacted_at && (
          <span className={classes.flag}>Not contacted in time</span>
        )}
        <ZoneNote timeZone={timeZone} />
      </div>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
