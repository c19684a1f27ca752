import { formatDateTime } from '#shared/values/dates.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { valueOf } from '#shared/leads/lead.ts';
import { Fact } from '#web/features/leads/detail/Fact.tsx';
import type { FactsProps } from '#web/features/leads/detail/Fact.tsx';
import classes from '#web/features/leads/detail/LeadFacts.module.css';
import page from '#web/leads/LeadPage.module.css';
import { QUALIFICATION, isLong, unlistedFields } from '#web/leads/lead-cards.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';

/** The fields that only forms show: how good the lead is, and the rest. */
export function LeadSummary(shown: FactsProps) {
  const { lead, fields, timeZone } = shown;
  const unlisted = unlistedFields(fields, lead).filter((field) => !isLong(fields, field));
  // The facts above have those that the list shows; a product shows only if the lead has one.
  const qualification = fields.form.filter(
    (field) =>
      QUALIFICATION.includes(field) &&
      !fields.table.includes(field) &&
      (field !== 'product_id' || valueOf(lead, field) !== null),
  );
  const { seesAllClients } = useUser();
  const clientName = useClientNames([lead.clientId]);
  return (
    <aside className={page.column} aria-label="Summary">
      <Card title="Qualification" keys={qualification} {...shown} />
      <Card title="More Details" keys={unlisted} {...shown} />
      <p className={classes.updated}>
        Last updated {formatDateTime(lead.updated_at, timeZone)}
        {lead.updated_user_name && ` by ${lead.updated_user_name}`}
        {seesAllClients && clientName(lead.clientId) && ` · ${clientName(lead.clientId)}`}
      </p>
    </aside>
  );
}

function Card({ title, keys, ...shown }: FactsProps & { title: string; keys: FieldKey[] }) {
  if (keys.length === 0) return null;
  return (
    <section className={classes.card}>
      <div className={classes.head}>
        <h2>{title}</h2>
      </div>
      <dl className={classes.facts}>
        {keys.map((field) => (
          <Fact key={field} {...shown} field={field} />
        ))}
      </dl>
    </section>
  );
}
