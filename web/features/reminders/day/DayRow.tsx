import { ActionIcon } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import MessageCircle from 'lucide-react/icons/message-circle';
import PhoneCall from 'lucide-react/icons/phone-call';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatTime } from '#shared/dates.ts';
import { optionLabel } from '#shared/lead-options.ts';
import type { WaitingLead } from '#shared/my-day.ts';
import type { Reminder } from '#shared/reminders.ts';
import { UNKNOWN_LEAD } from '#web/features/reminders/ReminderFacts.tsx';
import { Snooze } from '#web/leads/follow-ups/Snooze.tsx';
import classes from '#web/features/reminders/day/MyDay.module.css';
import { reminderLink } from '#web/features/reminders/day/day-links.ts';
import { useForWhom } from '#web/leads/follow-ups/useForWhom.ts';
import { useFocusOfNext } from '#web/features/reminders/day/useFocusOfNext.ts';
import { useReminderChanges } from '#web/leads/follow-ups/useReminderChanges.ts';
import { CALLED_FROM } from '#web/leads/ways/call-way.ts';
import type { CallWay, ReminderChoice } from '#web/leads/ways/call-way.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { PhoneNumber } from '#web/leads/ways/PhoneNumber.tsx';
import { agoWords, contactWords, dueWords } from '#web/leads/due-words.ts';
import { useMessageWays } from '#web/leads/messages/message-ways.ts';
import type { Recipient } from '#web/leads/messages/message-ways.ts';
import { callLink, leadLink } from '#web/leads/list/list-link.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';

const DAY = 24 * 3_600_000;

type Shown = {
  /** Whether the rows are the user's own. Other names than the user's only show in the team's day. */
  isMine: boolean;
  now: number;
  timeZone: string;
};
type DueProps = Shown & { reminder: Reminder; choice: ReminderChoice };

/** A follow-up in one line, with all of its actions. */
export function DueRow({ reminder, choice, isMine, now, timeZone }: DueProps) {
  const { lead, lead_id, title, reminder_date, user_name } = reminder;
  const mayWrite = useCan('reminders.write');
  const { complete, snooze } = useReminderChanges(timeZone);
  const name = lead.name || UNKNOWN_LEAD;
  const away = Date.parse(reminder_date) - now;
  const isNear = away >= 0 && away < 2 * DAY;
  const forWhom = useForWhom(reminder);
  return (
    <Row
      lead={{
        id: lead_id,
        name,
        phone: lead.phone,
        clientId: reminder.clientId,
        client_country: reminder.client_country,
      }}
      leadTo={paths.lead(lead_id)}
      isCovered={isMine && forWhom !== undefined}
      beside={isMine ? (forWhom ?? lead.company_name) : (user_name ?? lead.company_name)}
      reason={title}
      lastContact={lead.last_contacted_at}
      now={now}
      timeZone={timeZone}
      call={reminderLink(reminder, choice)}
      when={
        <time
          dateTime={reminder_date}
          title={formatDateTime(reminder_date, timeZone)}
          data-late={Date.parse(reminder_date) < now || undefined}
        >
          {dueWords(reminder_date, now, timeZone)}
          {isNear && `, ${formatTime(reminder_date, timeZone)}`}
        </time>
      }
    >
      {mayWrite && (
        <>
          <ActionIcon
            variant="default"
            aria-label={`Done: ${name}`}
            title="Done (D)"
            data-key="d"
            onClick={() => void complete(reminder, () => undefined)}
          >
            <Check size={16} aria-hidden="true" />
          </ActionIcon>
          <Snooze
            isIcon
            reminder={reminder}
            name={name}
            now={now}
            timeZone={timeZone}
            onSnooze={(until) => void snooze(reminder, until)}
          />
        </>
      )}
    </Row>
  );
}

type WaitingProps = Shown & { lead: WaitingLead; fields: FieldSettings; listSearch: string };

/** A waiting lead, in one line. */
export function WaitingRow({ lead, fields, listSearch, isMine, now, timeZone }: WaitingProps) {
  const { id, company_name, assigned_user_name } = lead;
  return (
    <Row
      lead={lead}
      leadTo={leadLink(id, listSearch)}
      beside={isMine ? company_name : (assigned_user_name ?? 'Unassigned')}
      reason={optionLabel(lead.status, fields.options('status'))}
      lastContact={lead.last_contacted_at}
      now={now}
      timeZone={timeZone}
      call={{ to: callLink(id, listSearch), state: CALLED_FROM.list }}
      when={<span>added {agoWords(lead.created_at, now, timeZone)}</span>}
    />
  );
}

type RowProps = {
  lead: Recipient;
  leadTo: string;
  beside: string | null;
  /** Whether the follow-up belongs to somebody else, whose full name then shows next to the lead. */
  isCovered?: boolean;
  reason: string;
  lastContact: string | null;
  now: number;
  timeZone: string;
  call: { to: string; state: CallWay };
  when: ReactNode;
  /** Additional actions. */
  children?: ReactNode;
};

function Row(props: RowProps) {
  const { lead, leadTo, beside, isCovered, reason, lastContact, now, timeZone, call, when, children } = props;
  const { id, name, phone } = lead;
  const { numbers, wayTo } = useMessageWays(lead);
  const mayCall = useCan('calls.write');
  const row = useFocusOfNext();
  return (
    <li ref={row} className={classes.row}>
      <p className={classes.who} data-covered={isCovered || undefined}>
        <Link to={leadTo} data-reminder={id} title={name} dir="auto">
          {name}
        </Link>
        {beside && <span dir="auto">{beside}</span>}
      </p>
      <p className={classes.phone}>
        {phone ? <PhoneNumber phone={phone} country={lead.client_country} isLink /> : <span>No number</span>}
      </p>
      <p className={classes.reason} dir="auto" title={reason}>
        {reason}
      </p>
      <p className={classes.when}>{when}</p>
      <p className={classes.contact}>{contactWords(lastContact, now, timeZone)}</p>
      <div className={classes.actions}>
        {mayCall && (
          <ActionIcon
            component={Link}
            {...call}
            variant="default"
            aria-label={`Call ${name}`}
            title="Call (C)"
            data-key="c"
          >
            <PhoneCall size={16} aria-hidden="true" />
          </ActionIcon>
        )}
        {numbers.length > 0 && (
          <ActionIcon
            component="a"
            {...wayTo('whatsapp')}
            variant="default"
            aria-label={`WhatsApp ${name}`}
            title="WhatsApp (W)"
            data-key="w"
          >
            <MessageCircle size={16} aria-hidden="true" />
          </ActionIcon>
        )}
        {children}
      </div>
    </li>
  );
}
