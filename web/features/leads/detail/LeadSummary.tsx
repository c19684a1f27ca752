import { formatDateTime } from '#shared/dates.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import { leadField } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { LeadFieldValue } from '#web/features/leads/LeadFieldValue.tsx';
import classes from '#web/features/leads/detail/LeadSummary.module.css';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';

const QUALIFICATION: LeadFieldKey[] = ['lead_score', 'interest_level', 'budget', 'location', 'age', 'gender'];
const TIMELINE: LeadFieldKey[] = ['created_at', 'last_contacted_at', 'converted_at'];

/** Beside the facts: how good the lead is, and what happened when. */
export function LeadSummary({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const { seesAllClients } = useUser();
  const clientName = useClientNames();
  return (
    <aside className={classes.side} aria-label="Summary">
      <Card title="Qualification" fields={QUALIFICATION} lead={lead} timeZone={timeZone} />
      <Card
        title="Timeline"
        fields={lead.converted_at ? TIMELINE : TIMELINE.slice(0, 2)}
        lead={lead}
        timeZone={timeZone}
      />
      <p className={classes.updated}>
        Last updated {formatDateTime(lead.updated_at, timeZone)}
        {lead.updated_user_name && ` by ${lead.updated_user_name}`}
        {seesAllClients && clientName(lead.clientId) && ` · ${clientName(lead.clientId)}`}
      </p>
    </aside>
  );
}

type CardProps = { title: string; fields: LeadFieldKey[]; lead: Lead; timeZone: string };

function Card({ title, fields, lead, timeZone }: CardProps) {
  return (
    <section className={classes.card}>
      <h3>{title}</h3>
      <dl>
        {fields.map((field) => (
          <div key={field}>
            <dt>{leadField(field).title}</dt>
            <dd>
              <LeadFieldValue lead={lead} field={field} timeZone={timeZone} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
