import type { FieldKey } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { FactValue } from '#web/features/leads/detail/FactValue.tsx';
import classes from '#web/features/leads/detail/LeadFacts.module.css';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import type { EditField } from '#web/leads/in-place/edits.ts';
import { isLong, unlistedFields } from '#web/leads/lead-cards.ts';

const NONE = 'No fields configured to display. Please configure fields in Settings.';

type Props = { lead: Lead; fields: FieldSettings; timeZone: string; onEdit: EditField | undefined };

/**
 * The fields that the client shows in the list, in two columns. Below them, the long texts that only forms
 * show.
 */
export function LeadFacts(shown: Props) {
  const { lead, fields } = shown;
  const { table, title } = fields;
  const facts = table.filter((field) => field !== 'name');
  const remarks = unlistedFields(fields, lead).filter((field) => isLong(fields, field));
  return (
    <>
      <section className={classes.card} aria-label="Lead Information">
        {table.length === 0 && <p className={classes.none}>{NONE}</p>}
        <dl className={classes.facts}>
          {facts.map((field) => (
            <Fact key={field} {...shown} field={field} />
          ))}
        </dl>
      </section>
      {remarks.length > 0 && (
        <section className={classes.card} aria-label="Remarks">
          {remarks.map((field) => (
            <div key={field} className={classes.passage}>
              <h2>{title(field)}</h2>
              <div>
                <FactValue {...shown} field={field} />
              </div>
            </div>
          ))}
        </section>
      )}
    </>
  );
}

function Fact({ field, ...shown }: Props & { field: FieldKey }) {
  const { fields } = shown;
  return (
    <div className={classes.fact} data-long={isLong(fields, field) || undefined}>
      <dt>{fields.title(field)}</dt>
      <dd>
        <FactValue {...shown} field={field} />
      </dd>
    </div>
  );
}
