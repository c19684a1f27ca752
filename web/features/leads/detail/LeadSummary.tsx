import { formatDateTime } from '#shared/dates.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { LeadFieldValue } from '#web/features/leads/LeadFieldValue.tsx';
import type { FieldSettings } from '#web/features/leads/configuration/field-settings.ts';
import classes from '#web/features/leads/detail/LeadSummary.module.css';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';

const QUALIFICATION: LeadFieldKey[] = ['lead_score', 'interest_level', 'budget', 'location', 'age', 'gender'];
const WITH_PRODUCT: LeadFieldKey[] = [...QUALIFICATION, 'product_id'];
const DATES: LeadFieldKey[] = ['created_at', 'last_contacted_at', 'converted_at'];

type Props = { lead: Lead; fields: FieldSettings; timeZone: string };

/** Beside the facts: how good the lead is, and what happened when. */
export function LeadSummary(shown: Props) {
  const { lead, timeZone } = shown;
  const { seesAllClients } = useUser();
  const clientName = useClientNames([lead.clientId]);
  return (
    <aside className={classes.side} aria-label="Summary">
      <Card title="Qualification" keys={lead.product_id ? WITH_PRODUCT : QUALIFICATION} {...shown} />
      <Card title="Dates" keys={lead.converted_at ? DATES : DATES.slice(0, 2)} {...shown} />
      <p className={classes.updated}>
        Last updated {formatDateTime(lead.updated_at, timeZone)}
        {lead.updated_user_name && ` by ${lead.updated_user_name}`}
        {seesAllClients && clientName(lead.clientId) && ` · ${clientName(lead.clientId)}`}
      </p>
    </aside>
  );
}

type CardProps = Props & { title: string; keys: LeadFieldKey[] };

function Card({ title, keys, lead, fields, timeZone }: CardProps) {
  return (
    <section className={classes.card}>
      <h3>{title}</h3>
      <dl>
        {keys.map((field) => (
          <div key={field}>
            <dt>{fields.title(field)}</dt>
            <dd>
              <LeadFieldValue lead={lead} field={field} fields={fields} timeZone={timeZone} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
