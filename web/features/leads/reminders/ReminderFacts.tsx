import { optionLabel } from '#shared/lead-options.ts';
import type { Reminder } from '#shared/reminders.ts';
import { mailAddress, phoneAddress } from '#web/features/leads/detail/contact-addresses.ts';
import classes from '#web/features/leads/popup/LeadPopup.module.css';
import { statusTone } from '#web/features/leads/tones.ts';
import { Badge } from '#web/ui/Badge.tsx';

export const UNKNOWN_LEAD = 'Unknown Lead';
export const NO_COMPANY = 'No company';
const NO_NUMBER = 'Number not provided';

type Props = { reminder: Reminder; has: 'title' | 'description' };

/** The reminder's lead, and the reminder's own title or description. */
export function ReminderFacts({ reminder, has }: Props) {
  const { name, company_name, email, phone, status } = reminder.lead;
  const own = has === 'title' ? reminder.title : reminder.description;
  const facts = [
    ...(has === 'title' ? [['Title', own] as const] : []),
    ['Name', name || UNKNOWN_LEAD],
    ['Company', company_name || NO_COMPANY],
    ['Email', email ? <a href={mailAddress(email)}>{email}</a> : '-'],
    ['Phone', phone ? <a href={phoneAddress(phone)}>{phone}</a> : NO_NUMBER],
    [
      'Status',
      <Badge key="status" tone={statusTone(status)} withDot>
        {optionLabel(status)}
      </Badge>,
    ],
    ...(has === 'description' ? [['Description', own || '-'] as const] : []),
  ] as const;
  return (
    <dl className={classes.section}>
      {facts.map(([title, value]) => (
        <div key={title} className={classes.fact}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
