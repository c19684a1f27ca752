import { UnstyledButton } from '@mantine/core';
import { formatDate, formatDateTime } from '#shared/values/dates.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { Lead } from '#shared/leads/lead.ts';
import classes from '#web/features/dashboard/Dashboard.module.css';
import { ZoneMark } from '#web/leads/ZoneNote.tsx';
import { PhoneNumber } from '#web/leads/ways/PhoneNumber.tsx';
import { LeadFieldValue } from '#web/leads/fields/LeadFieldValue.tsx';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { sourceTone } from '#web/leads/fields/tones.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { InitialsAvatar } from '#web/ui/InitialsAvatar.tsx';

/** The source that doesn't tell where a lead came from. */
const NO_SOURCE = 'manual';

type Props = { lead: Lead; timeZone: string; fields: FieldSettings; now: number; onOpen: () => void };

/** A lead with its next step. A click opens the lead's preview. */
export function FollowUpLead({ lead, timeZone, fields, now, onOpen }: Props) {
  const { name, phone, email, assigned_user_name, next_followup_date, created_at } = lead;
  const source = lead.source ?? NO_SOURCE;
  const isOverdue = next_followup_date !== null && Date.parse(next_followup_date) < now;
  return (
    <li>
      <UnstyledButton className={classes.lead} onClick={onOpen} aria-haspopup="dialog">
        <InitialsAvatar name={name} size={36} />
        <span className={classes.who}>
          <span className={classes.nameLine}>
            <span className={classes.name} title={name}>
              {name}
            </span>
            <LeadFieldValue lead={lead} field="status" timeZone={timeZone} fields={fields} />
          </span>
          <span className={classes.line}>
            <span className={classes.cut}>
              {phone && <PhoneNumber phone={phone} country={lead.client_country} />}
              {phone && email && ' · '}
              {email}
            </span>
          </span>
          <span className={classes.line}>
            <span className={classes.cut}>{assigned_user_name ?? 'Unassigned'}</span>
            <Badge tone={sourceTone(source, fields.options('source'))} withDot isQuiet>
              {optionLabel(source, fields.options('source'))}
            </Badge>
            {lead.client_name !== undefined && <span className={classes.cut}>{lead.client_name}</span>}
          </span>
        </span>
        <span className={classes.dates}>
          <span className={classes.when} data-overdue={isOverdue || undefined}>
            {isOverdue && 'Overdue · '}
            {next_followup_date ? formatDateTime(next_followup_date, timeZone) : 'No follow-up planned'}
            {next_followup_date && <ZoneMark timeZone={timeZone} />}
          </span>
          <span>Created {formatDate(created_at, timeZone)}</span>
        </span>
      </UnstyledButton>
    </li>
  );
}
