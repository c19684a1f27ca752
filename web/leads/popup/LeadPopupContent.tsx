import type { ReactNode } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import type { FieldKey } from '#shared/lead-fields.ts';
import { valueOf } from '#shared/lead.ts';
import type { Lead } from '#shared/lead.ts';
import { ZoneMark } from '#web/leads/ZoneNote.tsx';
import { LeadTags } from '#web/leads/LeadTags.tsx';
import { ReachableValue } from '#web/leads/ReachableValue.tsx';
import { mailAddress, phoneAddress } from '#web/leads/contact-addresses.ts';
import classes from '#web/leads/popup/LeadPopup.module.css';
import { useFieldConfiguration } from '#web/leads/useFieldConfiguration.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { InitialsAvatar } from '#web/ui/InitialsAvatar.tsx';

/** Facts about the lead, the ways to reach them, and their calls. */
export function LeadPopupContent({ lead }: { lead: Lead }) {
  const timeZone = useTimeZone(lead);
  const fields = useFieldConfiguration(lead.clientId);
  const value = (field: FieldKey) => (
    <ReachableValue lead={lead} field={field} timeZone={timeZone} fields={fields} />
  );
  const own = fields.custom.filter(
    (field) => (fields.table.includes(field) || fields.form.includes(field)) && valueOf(lead, field) !== null,
  );
  const position = [lead.designation, lead.company_name].filter(Boolean).join(' at ');
  return (
    <article className={classes.popup}>
      <header className={classes.header}>
        <InitialsAvatar name={lead.name} size={44} />
        <div className={classes.who}>
          <h3 className={classes.name}>{lead.name}</h3>
          {position && <p className={classes.position}>{position}</p>}
          <div className={classes.badges}>
            {value('status')}
            <span className={classes.score}>Score {value('lead_score')}</span>
          </div>
        </div>
      </header>
      <Section title="Contact Information">
        <Fact title="Email" thing="email">
          {lead.email && <a href={mailAddress(lead.email)}>{lead.email}</a>}
        </Fact>
        <Fact title="Phone" thing="phone">
          {lead.phone && <a href={phoneAddress(lead.phone)}>{lead.phone}</a>}
        </Fact>
        <Fact title="Location" thing="location">
          {lead.location}
        </Fact>
      </Section>
      <Section title="Professional Details">
        <Fact title="Assigned To" thing="assignee">
          {lead.assigned_user_name && value('assigned_to')}
        </Fact>
        <Fact title="Lead Source" thing="lead source">
          {lead.source && value('source')}
        </Fact>
      </Section>
      <Section title="Timeline">
        <Fact title="Lead Created" thing="creation date">
          {value('created_at')}
        </Fact>
        <Fact title="Last Contacted" thing="last contact">
          {lead.last_contacted_at && value('last_contacted_at')}
        </Fact>
        <Fact title="Next Follow-up" thing="follow-up">
          {lead.next_followup_date && value('next_followup_date')}
        </Fact>
      </Section>
      {own.length > 0 && (
        <Section title="More Details">
          {own.map((field) => (
            <Fact key={field} title={fields.title(field)}>
              {value(field)}
            </Fact>
          ))}
        </Section>
      )}
      {lead.notes && <Passage title="Notes">{lead.notes}</Passage>}
      {lead.tags.length > 0 && (
        <Passage title="Tags">
          <LeadTags tags={lead.tags} />
        </Passage>
      )}
      <p className={classes.updated}>
        Last updated {formatDateTime(lead.updated_at, timeZone)}
        <ZoneMark timeZone={timeZone} />
      </p>
    </article>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h4>{title}</h4>
      <dl>{children}</dl>
    </section>
  );
}

/** A row of the facts; without a value it says so. */
function Fact({ title, thing, children }: { title: string; thing?: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{title}</dt>
      <dd>{children || <span className={classes.missing}>No {thing} available</span>}</dd>
    </div>
  );
}

function Passage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h4>{title}</h4>
      <div className={classes.passage}>{children}</div>
    </section>
  );
}
