import type { ReactNode } from 'react';
import { isCustomKey } from '#shared/custom-fields.ts';
import type { FieldKey } from '#shared/lead-fields.ts';
import { valueOf } from '#shared/lead.ts';
import type { Lead } from '#shared/lead.ts';
import classes from '#web/features/leads/detail/LeadFacts.module.css';
import { LeadFieldValue } from '#web/leads/LeadFieldValue.tsx';
import { ReachableValue } from '#web/leads/ReachableValue.tsx';
import type { FieldSettings } from '#web/leads/field-settings.ts';

const NONE = 'No fields configured to display. Please configure fields in Settings.';

/** Long texts, shown below the columns over their whole width. */
const PASSAGES: readonly FieldKey[] = ['description', 'notes', 'tags'];

type Props = { lead: Lead; fields: FieldSettings; timeZone: string };

/** The configured fields in two columns, and the long texts below. */
export function LeadFacts({ lead, fields, timeZone }: Props) {
  const { table, title } = fields;
  const longTexts = table.filter((key) => isCustomKey(key) && fields.field(key).type === 'textarea');
  const apart = ['name', ...PASSAGES, ...longTexts];
  const facts = table.filter((field) => !apart.includes(field));
  const shown = { lead, fields, timeZone };
  return (
    <section className={classes.card} aria-label="Lead Information">
      {table.length === 0 && <p className={classes.none}>{NONE}</p>}
      <dl className={classes.facts}>
        {facts.map((field) => (
          <Fact key={field} title={title(field)}>
            <ReachableValue {...shown} field={field} />
          </Fact>
        ))}
      </dl>
      {lead.description && <Passage title={title('description')}>{lead.description}</Passage>}
      {lead.notes && <Passage title={title('notes')}>{lead.notes}</Passage>}
      {longTexts.map(
        (field) =>
          valueOf(lead, field) && (
            <Passage key={field} title={title(field)}>
              <LeadFieldValue {...shown} field={field} />
            </Passage>
          ),
      )}
      {lead.tags.length > 0 && (
        <Passage title={title('tags')}>
          <LeadFieldValue {...shown} field="tags" />
        </Passage>
      )}
    </section>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Passage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.passage}>
      <h3>{title}</h3>
      <div>{children}</div>
    </div>
  );
}
