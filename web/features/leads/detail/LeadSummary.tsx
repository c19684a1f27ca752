import { formatDateTime } from '#shared/dates.ts';
import type { FieldKey } from '#shared/lead-fields.ts';
import { valueOf } from '#shared/lead.ts';
import type { Lead } from '#shared/lead.ts';
import classes from '#web/features/leads/detail/LeadSummary.module.css';
import { ReachableValue } from '#web/leads/ReachableValue.tsx';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { useClientNames } from '#web/pickers/useClients.ts';
import { useUser } from '#web/session/useSession.ts';

const QUALIFICATION: FieldKey[] = ['lead_score', 'interest_level', 'budget', 'location', 'age', 'gender'];
const WITH_PRODUCT: FieldKey[] = [...QUALIFICATION, 'product_id'];
const DATES: FieldKey[] = ['created_at', 'last_contacted_at', 'converted_at'];

type Props = { lead: Lead; fields: FieldSettings; timeZone: string };

/** The part beside the facts: how good the lead is, and the dates of its events. */
export function LeadSummary(shown: Props) {
  const { lead, timeZone } = shown;
  const { seesAllClients } = useUser();
  const clientName = useClientNames([lead.clientId]);
  return (
    <aside className={classes.side} aria-label="Summary">
      <Card title="Qualification" keys={lead.product_id ? WITH_PRODUCT : QUALIFICATION} {...shown} />
      <Card title="More Details" keys={unlistedFields(shown)} {...shown} />
      <Card title="Dates" keys={lead.converted_at ? DATES : DATES.slice(0, 2)} {...shown} />
      <p className={classes.updated}>
        Last updated {formatDateTime(lead.updated_at, timeZone)}
        {lead.updated_user_name && ` by ${lead.updated_user_name}`}
        {seesAllClients && clientName(lead.clientId) && ` · ${clientName(lead.clientId)}`}
      </p>
    </aside>
  );
}

/** Custom fields with a value that the configuration keeps from the list, and so from the facts. */
function unlistedFields({ lead, fields }: Props): FieldKey[] {
  const { custom, form, table } = fields;
  return custom.filter(
    (field) => form.includes(field) && !table.includes(field) && valueOf(lead, field) !== null,
  );
}

type CardProps = Props & { title: string; keys: FieldKey[] };

function Card({ title, keys, lead, fields, timeZone }: CardProps) {
  if (keys.length === 0) return null;
  return (
    <section className={classes.card}>
      <h3>{title}</h3>
      <dl>
        {keys.map((field) => (
          <div key={field}>
            <dt>{fields.title(field)}</dt>
            <dd>
              <ReachableValue lead={lead} field={field} fields={fields} timeZone={timeZone} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
