import { ActionIcon, UnstyledButton } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import { formatDateTime } from '#shared/values/dates.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { reminderState } from '#shared/activities/reminders.ts';
import type { Reminder, ReminderState } from '#shared/activities/reminders.ts';
import { NO_COMPANY, UNKNOWN_LEAD } from '#web/features/reminders/ReminderFacts.tsx';
import { WorkRow } from '#web/features/reminders/WorkRow.tsx';
import classes from '#web/features/reminders/WorkRow.module.css';
import { ZoneMark } from '#web/leads/ZoneNote.tsx';
import { dueWords } from '#web/leads/due-words.ts';
import { Snooze } from '#web/leads/follow-ups/Snooze.tsx';
import { useForWhom } from '#web/leads/follow-ups/useForWhom.ts';
import { reminderSearch } from '#web/leads/ways/call-way.ts';
import type { CallWay } from '#web/leads/ways/call-way.ts';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Tone } from '#web/ui/Badge.tsx';

const TONES: Record<ReminderState, Tone> = {
  completed: 'green',
  overdue: 'red',
  urgent: 'amber',
  upcoming: 'blue',
};

type Props = {
  reminder: Reminder;
  /** Whether the list is the user's own. Other owners in it are people the user covers for. */
  isMine: boolean;
  now: number;
  timeZone: string;
  /** The data that 'Log a Call' needs to return here and to continue with the next reminder. */
  callWay: CallWay;
  onView: () => void;
  onComplete: () => void;
  onSnooze: (until: Date) => void;
};

/** One follow-up of Follow Ups, with its state, date and text, and the actions on it. */
export function ReminderRow({ reminder, isMine, callWay, onView, onComplete, onSnooze, ...at }: Props) {
  const { lead, lead_id, title, description, reminder_date, is_completed } = reminder;
  const { now, timeZone } = at;
  const { clientId, client_country } = reminder;
  const state = reminderState(reminder, new Date(now));
  const name = lead.name || UNKNOWN_LEAD;
  return (
    <WorkRow
      {...at}
      lead={{ ...lead, name, id: lead_id, clientId, client_country }}
      title={
        <h2 title={name}>
          <UnstyledButton
            className={classes.name}
            onClick={onView}
            aria-label={`View Lead: ${name}`}
            data-reminder
            dir="auto"
          >
            {name}
          </UnstyledButton>
        </h2>
      }
      beside={<Beside reminder={reminder} isMine={isMine} />}
      what={title}
      more={is_completed ? description : undefined}
      repeat={is_completed ? null : reminder.repeat}
      lastContact={lead.last_contacted_at}
      call={{
        to: paths.logCall(lead_id) + (is_completed ? '' : reminderSearch(reminder.id)),
        state: callWay,
      }}
      callLabel="Call Now:"
      isOverdue={state === 'overdue'}
      when={
        <>
          <p>
            <Badge tone={TONES[state]} withDot>
              {optionLabel(state)}
            </Badge>{' '}
            {!is_completed && <span className={classes.quiet}>{dueWords(reminder_date, now, timeZone)}</span>}
          </p>
          <p className={classes.quiet}>
            <time dateTime={reminder_date}>
              {formatDateTime(reminder_date, timeZone)}
              <ZoneMark timeZone={timeZone} />
            </time>
          </p>
        </>
      }
    >
      {!is_completed && (
        <>
          <ActionIcon
            variant="default"
            aria-label={`Complete: ${name}`}
            title="Complete (D)"
            data-key="d"
            onClick={onComplete}
          >
            <Check size={16} aria-hidden="true" />
          </ActionIcon>
          <Snooze isIcon reminder={reminder} name={name} onSnooze={onSnooze} {...at} />
        </>
      )}
    </WorkRow>
  );
}

/** The company, and whose follow-up it is unless that is the user's own. */
function Beside({ reminder, isMine }: { reminder: Reminder; isMine: boolean }) {
  const { lead, user_name, handled_by_name, client_name } = reminder;
  const forWhom = useForWhom(reminder);
  const owner = isMine ? forWhom : (forWhom ?? user_name);
  const handled = handled_by_name && `done by ${handled_by_name}`;
  const person = [owner, handled].filter(Boolean).join(', ');
  const words = [person, lead.company_name || NO_COMPANY, client_name];
  const text = words.filter(Boolean).join(' · ');
  return (
    <span title={text} dir="auto">
      {text}
    </span>
  );
}
