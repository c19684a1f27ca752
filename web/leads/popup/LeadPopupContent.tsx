import type { ReactNode } from 'react';
import { formatDateTime } from '#shared/values/dates.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { valueOf } from '#shared/leads/lead.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { ZoneMark } from '#web/leads/ZoneNote.tsx';
import { LeadFieldValue } from '#web/leads/fields/LeadFieldValue.tsx';
import { LeadWork } from '#web/leads/LeadWork.tsx';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { MaskedValue } from '#web/leads/fields/MaskedValue.tsx';
import { isMasked } from '#web/leads/masked.ts';
import { ContactWays } from '#web/leads/ways/ContactWays.tsx';
import { LeadWays } from '#web/leads/ways/LeadWays.tsx';
import { QUALIFICATION, cardFields, positionOf } from '#web/leads/lead-cards.ts';
import classes from '#web/leads/popup/LeadPopup.module.css';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { InitialsAvatar } from '#web/ui/InitialsAvatar.tsx';

/** A row in a section: the field, its title there, and the text for a missing value. */
type SectionFact = [field: FieldKey, title: string, thing: string];
/** The sections of the popup, in the specification's order. */
const SECTIONS: Record<string, SectionFact[]> = {
  'Contact Information': [
    ['email', 'Email', 'email'],
    ['phone', 'Phone', 'phone'],
    ['location', 'Location', 'location'],
  ],
  'Professional Details': [
    ['assigned_to', 'Assigned To', 'assignee'],
    ['source', 'Lead Source', 'lead source'],
  ],
  Timeline: [
    ['created_at', 'Lead Created', 'creation date'],
    ['last_contacted_at', 'Last Contacted', 'last contact'],
    ['next_followup_date', 'Next Follow-up', 'follow-up'],
  ],
};
const PASSAGES: readonly FieldKey[] = ['notes', 'tags'];

type Props = {
  lead: Lead;
  /** Whether the page can be left, and so notes, follow-ups and calls can be added. */
  canAdd: boolean;
  /** Facts that replace the lead's own. */
  children?: ReactNode;
};

/** The lead's page, smaller: its name, the ways on from it, the work, and the facts. */
export function LeadPopupContent({ lead, canAdd, children }: Props) {
  const timeZone = useTimeZone(lead);
  const fields = useFieldConfiguration(lead.clientId);
  const shown = { lead, fields, timeZone };
  const position = children ? '' : positionOf(lead, fields);
  return (
    <article>
      <header className={classes.header}>
        <InitialsAvatar name={lead.name} size={44} />
        <div className={classes.who}>
          <h3 className={classes.name} dir="auto">
            {lead.name}
          </h3>
          {position && (
            <p className={classes.position} dir="auto">
              {position}
            </p>
          )}
          <div className={classes.badges}>
            {fields.isShown('status') && <LeadFieldValue {...shown} field="status" />}
            {cardFields(fields, QUALIFICATION).includes('lead_score') && (
              <span className={classes.score}>
                Score <LeadFieldValue {...shown} field="lead_score" />
              </span>
            )}
          </div>
        </div>
      </header>
      <div className={classes.work}>
        {canAdd ? <LeadWays lead={lead} /> : <ContactWays lead={lead} />}
        {canAdd && <LeadWork lead={lead} timeZone={timeZone} />}
      </div>
      {children ?? <PopupFacts {...shown} />}
    </article>
  );
}

/** The sections of the popup. */
function PopupFacts({ lead, fields, timeZone }: { lead: Lead; fields: FieldSettings; timeZone: string }) {
  const shown = (field: FieldKey) => (of: Lead) => (
    <LeadFieldValue lead={of} field={field} timeZone={timeZone} fields={fields} />
  );
  const value = (field: FieldKey) =>
    isMasked(valueOf(lead, field)) ? (
      <MaskedValue lead={lead} field={field} title={fields.title(field)}>
        {shown(field)}
      </MaskedValue>
    ) : (
      shown(field)(lead)
    );
  const own = fields.custom.filter((field) => fields.isShown(field) && valueOf(lead, field) !== null);
  return (
    <>
      {Object.entries(SECTIONS).map(([section, facts]) => {
        const keys = facts.map(([field]) => field);
        const visible = cardFields(fields, keys);
        return (
          visible.length > 0 && (
            <Section key={section} title={section}>
              {facts
                .filter(([field]) => visible.includes(field))
                .map(([field, title, thing]) => (
                  <Fact key={field} title={title} thing={thing}>
                    {valueOf(lead, field) && value(field)}
                  </Fact>
                ))}
            </Section>
          )
        );
      })}
      {own.length > 0 && (
        <Section title="More Details">
          {own.map((field) => (
            <Fact key={field} title={fields.title(field)}>
              {value(field)}
            </Fact>
          ))}
        </Section>
      )}
      {cardFields(fields, PASSAGES)
        .filter((field) => valueOf(lead, field)?.toString())
        .map((field) => (
          <Passage key={field} title={fields.title(field)}>
            {value(field)}
          </Passage>
        ))}
      <p className={classes.updated}>
        Last updated {formatDateTime(lead.updated_at, timeZone)}
        <ZoneMark timeZone={timeZone} />
      </p>
    </>
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

/** A row of the facts. A missing value shows its own text. */
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
