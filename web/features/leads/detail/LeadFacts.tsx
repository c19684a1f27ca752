import type { ReactNode } from 'react';
import { leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { LeadFieldValue } from '#web/features/leads/LeadFieldValue.tsx';
import { mailAddress, phoneAddress } from '#web/features/leads/detail/contact-addresses.ts';
import classes from '#web/features/leads/detail/LeadFacts.module.css';
import { useFieldConfiguration } from '#web/features/leads/configuration/useFieldConfiguration.ts';

const NONE = 'No fields configured to display. Please configure fields in Settings.';

/** The configured fields in two columns, and below them what a lead has to read. */
export function LeadFacts({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const { table } = useFieldConfiguration();
  const fields = table.filter((field) => field !== 'tags' && field !== 'name');
  return (
    <section className={classes.card} aria-label="Lead Information">
      {table.length === 0 && <p className={classes.none}>{NONE}</p>}
      <dl className={classes.facts}>
        {fields.map((field) => (
          <Fact key={field} title={leadField(field).title}>
            <Reachable lead={lead} field={field}>
              <LeadFieldValue lead={lead} field={field} timeZone={timeZone} />
            </Reachable>
          </Fact>
        ))}
      </dl>
      {lead.description && <Passage title={leadField('description').title}>{lead.description}</Passage>}
      {lead.notes && <Passage title={leadField('notes').title}>{lead.notes}</Passage>}
      {lead.tags.length > 0 && (
        <Passage title={leadField('tags').title}>
          <LeadFieldValue lead={lead} field="tags" timeZone={timeZone} />
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
