import type { ReactNode } from 'react';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { LeadFieldValue } from '#web/features/leads/LeadFieldValue.tsx';
import type { FieldSettings } from '#web/features/leads/configuration/field-settings.ts';
import { mailAddress, phoneAddress } from '#web/features/leads/detail/contact-addresses.ts';
import classes from '#web/features/leads/detail/LeadFacts.module.css';

const NONE = 'No fields configured to display. Please configure fields in Settings.';

/** Shown below the columns, over their whole width. */
const PASSAGES: readonly LeadFieldKey[] = ['description', 'notes', 'tags'];

type Props = { lead: Lead; fields: FieldSettings; timeZone: string };

/** The configured fields in two columns, and below them what a lead has to read. */
export function LeadFacts({ lead, fields, timeZone }: Props) {
  const { table, title } = fields;
  const facts = table.filter((field) => field !== 'name' && !PASSAGES.includes(field));
  return (
    <section className={classes.card} aria-label="Lead Information">
      {table.length === 0 && <p className={classes.none}>{NONE}</p>}
      <dl className={classes.facts}>
        {facts.map((field) => (
          <Fact key={field} title={title(field)}>
            <Reachable lead={lead} field={field}>
              <LeadFieldValue lead={lead} field={field} fields={fields} timeZone={timeZone} />
            </Reachable>
          </Fact>
        ))}
      </dl>
      {lead.description && <Passage title={title('description')}>{lead.description}</Passage>}
      {lead.notes && <Passage title={title('notes')}>{lead.notes}</Passage>}
      {lead.tags.length > 0 && (
        <Passage title={title('tags')}>
          <LeadFieldValue lead={lead} field="tags" fields={fields} timeZone={timeZone} />
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

/** E-mail and phone are links. */
function Reachable({ lead, field, children }: { lead: Lead; field: LeadFieldKey; children: ReactNode }) {
  if (field === 'email' && lead.email) return <a href={mailAddress(lead.email)}>{children}</a>;
  if (field === 'phone' && lead.phone) return <a href={phoneAddress(lead.phone)}>{children}</a>;
  return children;
}
