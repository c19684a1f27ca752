import { ActionIcon } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import { memo } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '#shared/values/dates.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { WaitingLead } from '#shared/activities/my-day.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { UNKNOWN_LEAD } from '#web/features/reminders/ReminderFacts.tsx';
import { Snooze } from '#web/leads/follow-ups/Snooze.tsx';
import { WorkRow } from '#web/features/reminders/WorkRow.tsx';
import classes from '#web/features/reminders/WorkRow.module.css';
import { reminderLink } from '#web/features/reminders/day/day-links.ts';
import { useForWhom } from '#web/leads/follow-ups/useForWhom.ts';
import { useReminderChanges } from '#web/leads/follow-ups/useReminderChanges.ts';
import { CALLED_FROM } from '#web/leads/ways/call-way.ts';
import type { ReminderChoice } from '#web/leads/ways/call-way.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { agoWords, dueWords } from '#web/leads/due-words.ts';
import { callLink, leadLink } from '#web/leads/list/list-link.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';

type Shown = {
  /** Whether the rows are the user's own. Other names than the user's only show in the team's day. */
  isMine: boolean;
  now: number;
  timeZone: string;
};
type DueProps = Shown & { reminder: Reminder; due: NonNullable<ReminderChoice['due']> };

/** A follow-up in one line, with all of its actions. Not rendered again when another is completed. */
export const DueRow = memo(function DueRow({ reminder, due, isMine, now, timeZone }: DueProps) {
  const { id, lead, lead_id, title, reminder_date, user_name } = reminder;
  const mayWrite = useCan('reminders.write');
  const { complete, snooze } = useReminderChanges(timeZone);
  const name = lead.name || UNKNOWN_LEAD;
  const forWhom = useForWhom(reminder);
  return (
    <WorkRow
      lead={{
        id: lead_id,
        name,
        phone: lead.phone,
        clientId: reminder.clientId,
        client_country: reminder.client_country,
      }}
      title={<Name row={id} to={paths.lead(lead_id)} name={name} />}
      beside={isMine ? (forWhom ?? lead.company_name) : (user_name ?? lead.company_name)}
      what={title}
      repeat={reminder.repeat}
      lastContact={lead.last_contacted_at}
      now={now}
      timeZone={timeZone}
      call={reminderLink(reminder, { due, mine: isMine, page: 1 })}
      callLabel="Call"
      when={
        <>
          <p data-late={Date.parse(reminder_date) < now || undefined}>
            {dueWords(reminder_date, now, timeZone)}
          </p>
          <p className={classes.quiet}>
            <time dateTime={reminder_date}>{formatDateTime(reminder_date, timeZone)}</time>
          </p>
        </>
      }
    >
      {mayWrite && (
        <>
          <ActionIcon
            variant="default"
            aria-label={`Done: ${name}`}
            title="Done (D)"
            data-key="d"
            // The second click of a double click lands on the next row.
            onClick={({ detail }) => detail <= 1 && void complete(reminder, () => undefined)}
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
    </WorkRow>
  );
});

type WaitingProps = Shown & { lead: WaitingLead; fields: FieldSettings; listSearch: string };

/** A waiting lead, in one line. */
export const WaitingRow = memo(function WaitingRow(props: WaitingProps) {
  const { lead, fields, listSearch, isMine, now, timeZone } = props;
  const { id, company_name, assigned_user_name } = lead;
  return (
    <WorkRow
      lead={lead}
      title={<Name row={id} to={leadLink(id, listSearch)} name={lead.name} />}
      beside={isMine ? company_name : (assigned_user_name ?? 'Unassigned')}
      what={optionLabel(lead.status, fields.options('status'))}
      lastContact={lead.last_contacted_at}
      now={now}
      timeZone={timeZone}
      call={{ to: callLink(id, listSearch), state: CALLED_FROM.list }}
      callLabel="Call"
      when={<p className={classes.quiet}>added {agoWords(lead.created_at, now, timeZone)}</p>}
    />
  );
});

function Name({ row, to, name }: { row: string; to: string; name: string }) {
  return (
    <Link className={classes.name} to={to} data-reminder={row} title={name} dir="auto">
      {name}
    </Link>
  );
}
