import { formatDateTime } from '#shared/dates.ts';
import type { FieldKey } from '#shared/lead-fields.ts';
import { valueOf } from '#shared/lead.ts';
import type { Lead } from '#shared/lead.ts';
import { FactValue } from '#web/features/leads/detail/FactValue.tsx';
import classes from '#web/features/leads/detail/LeadSummary.module.css';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import type { EditField } from '#web/leads/in-place/edits.ts';
import { DATES, QUALIFICATION, cardFields, isLong, unlistedFields } from '#web/leads/lead-cards.ts';
import { useClientNames } from '#web/pickers/useClientNames.ts';
import { useUser } from '#web/session/useSession.ts';

type Props = { lead: Lead; fields: FieldSettings; timeZone: string; onEdit: EditField | undefined };

/** The side panel: how good the lead is, and the dates of its events. */
export function LeadSummary(shown: Props) {
  const { lead, fields, timeZone } = shown;
  const unlisted = unlistedFields(fields, lead).filter((field) => !isLong(fields, field));
  /** The fields of a card. The `rare` field shows only if the lead has a value. */
  const known = (card: readonly FieldKey[], rare: FieldKey) =>
    cardFields(fields, card).filter((field) => field !== rare || valueOf(lead, field) !== null);
  // Dates that the list shows are among the facts next to this.
  const dates = known(DATES, 'converted_at').filter((field) => !fields.table.includes(field));
  const { seesAllClients } = useUser();
  const clientName = useClientNames([lead.clientId]);
  return (
    <aside className={classes.side} aria-label="Summary">
      <Card title="Qualification" keys={known(QUALIFICATION, 'product_id')} {...shown} />
      <Card title="More Details" keys={unlisted} {...shown} />
      <Card title="Dates" keys={dates} {...shown} />
      <p className={classes.updated}>
        Last updated {formatDateTime(lead.updated_at, timeZone)}
        {lead.updated_user_name && ` by ${lead.updated_user_name}`}
        {seesAllClients && clientName(lead.clientId) && ` · ${clientName(lead.clientId)}`}
      </p>
    </aside>
  );
}

type CardProps = Props & { title: string; keys: FieldKey[] };

function Card({ title, keys, ...shown }: CardProps) {
  if (keys.length === 0) return null;
  return (
    <section className={classes.card}>
      <h2>{title}</h2>
      <dl>
        {keys.map((field) => (
          <div key={field}>
            <dt>{shown.fields.title(field)}</dt>
            <dd>
              <FactValue {...shown} field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
