import type { ReactNode } from 'react';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { Repeats } from '#web/leads/follow-ups/Repeats.tsx';
import { useForWhom } from '#web/leads/follow-ups/useForWhom.ts';
import { PhoneNumber } from '#web/leads/ways/PhoneNumber.tsx';
import classes from '#web/leads/popup/LeadPopup.module.css';
import { statusTone } from '#web/leads/fields/tones.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { Badge } from '#web/ui/Badge.tsx';

export const UNKNOWN_LEAD = 'Unknown Lead';
export const NO_COMPANY = 'No company';
const NO_NUMBER = 'Number not provided';

type Props = {
  reminder: Reminder;
  /** The popup of the lead shows the lead's name and status above these facts. */
  isInPopup?: boolean;
};

/** The facts about a reminder and its lead. */
export function ReminderFacts({ reminder, isInPopup = false }: Props) {
  const { name, company_name, email, phone, status } = reminder.lead;
  const forWhom = useForWhom(reminder);
  const options = useFieldConfiguration(reminder.clientId).options('status');
  return (
    <dl className={classes.section}>
      {!isInPopup && <Fact title="Title">{reminder.title}</Fact>}
      {forWhom && <Fact title="For">{reminder.user_name}</Fact>}
      {!isInPopup && <Fact title="Name">{name || UNKNOWN_LEAD}</Fact>}
      <Fact title="Company">{company_name || NO_COMPANY}</Fact>
      <Fact title="Email">{email || '-'}</Fact>
      <Fact title="Phone">
        {phone ? <PhoneNumber phone={phone} country={reminder.client_country} /> : NO_NUMBER}
      </Fact>
      {!isInPopup && (
        <Fact title="Status">
          <Badge tone={statusTone(status, options)} withDot>
            {optionLabel(status, options)}
          </Badge>
        </Fact>
      )}
      {reminder.repeat && (
        <Fact title="Repeat">
          <Repeats repeat={reminder.repeat} />
        </Fact>
      )}
      {isInPopup && <Fact title="Description">{reminder.description || '-'}</Fact>}
    </dl>
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
