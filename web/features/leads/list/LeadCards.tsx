import { Link } from 'react-router';
import type { Lead } from '#shared/lead.ts';
import { LeadFieldValue } from '#web/features/leads/LeadFieldValue.tsx';
import classes from '#web/features/leads/list/LeadCards.module.css';
import { paths } from '#web/paths.ts';
import { InitialsAvatar } from '#web/ui/InitialsAvatar.tsx';

type Props = {
  rows: readonly Lead[];
  clientName?: ((clientId: string) => string | undefined) | undefined;
  timeZone: string;
  isStale: boolean;
};

/** The leads on a phone: what one needs to decide whom to call next. */
export function LeadCards({ rows, clientName, timeZone, isStale }: Props) {
  return (
    <ul className={classes.cards} aria-label="Leads" aria-busy={isStale}>
      {rows.map((lead) => (
        <li key={lead.id}>
          <Link to={paths.lead(lead.id)} className={classes.card}>
            <InitialsAvatar name={lead.name} size={36} />
            <span className={classes.main}>
              <span className={classes.name}>{lead.name}</span>
              <span className={classes.sub}>
                {[lead.company_name, clientName?.(lead.clientId)].filter(Boolean).join(' · ') ||
                  lead.phone ||
                  lead.email ||
                  'No contact yet'}
              </span>
            </span>
            <LeadFieldValue lead={lead} field="status" timeZone={timeZone} isShort />
            <span className={classes.facts}>
              <span>{lead.phone ?? lead.email ?? '-'}</span>
              {lead.next_followup_date ? (
                <LeadFieldValue lead={lead} field="next_followup_date" timeZone={timeZone} isShort />
              ) : (
                <LeadFieldValue lead={lead} field="value" timeZone={timeZone} isShort />
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
