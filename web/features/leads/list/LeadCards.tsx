import { Link } from 'react-router';
import type { Lead } from '#shared/lead.ts';
import { LeadFieldValue } from '#web/features/leads/LeadFieldValue.tsx';
import classes from '#web/features/leads/list/LeadCards.module.css';
import { FROM_LIST } from '#web/features/leads/list/useLastOpened.ts';
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
        <LeadCard key={lead.id} lead={lead} client={clientName?.(lead.clientId)} timeZone={timeZone} />
      ))}
    </ul>
  );
}

function LeadCard({ lead, client, timeZone }: { lead: Lead; client: string | undefined; timeZone: string }) {
  const second = [lead.company_name, client].filter(Boolean).join(' · ') || lead.email || 'No company';
  const next = lead.next_followup_date ? 'next_followup_date' : lead.value === null ? undefined : 'value';
  return (
    <li>
      <Link to={paths.lead(lead.id)} state={FROM_LIST} className={classes.card} data-row={lead.id}>
        <InitialsAvatar name={lead.name} size={36} />
        <span className={classes.main}>
          <span className={classes.name}>{lead.name}</span>
          <span className={classes.second}>{second}</span>
        </span>
        <LeadFieldValue lead={lead} field="status" timeZone={timeZone} isShort />
        {(lead.phone || next) && (
          <span className={classes.facts}>
            <span>{lead.phone}</span>
            {next && <LeadFieldValue lead={lead} field={next} timeZone={timeZone} isShort />}
          </span>
        )}
      </Link>
    </li>
  );
}
