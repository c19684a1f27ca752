import CalendarClock from 'lucide-react/icons/calendar-clock';
import type { ComponentProps } from 'react';
import { formatDate, formatTime } from '#shared/dates.ts';
import { optionLabel } from '#shared/lead-options.ts';
import { reminderState } from '#shared/reminders.ts';
import type { ReminderState } from '#shared/reminders.ts';
import { ReminderActions } from '#web/features/reminders/ReminderActions.tsx';
import { NO_COMPANY, UNKNOWN_LEAD } from '#web/features/reminders/ReminderFacts.tsx';
import { useForWhom } from '#web/leads/follow-ups/useForWhom.ts';
import classes from '#web/features/reminders/Reminders.module.css';
import { ZoneMark } from '#web/leads/ZoneNote.tsx';
import { PhoneNumber } from '#web/leads/ways/PhoneNumber.tsx';
import { contactWords, dueWords } from '#web/leads/due-words.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Tone } from '#web/ui/Badge.tsx';

const TONES: Record<ReminderState, Tone> = {
  completed: 'green',
  overdue: 'red',
  urgent: 'amber',
  upcoming: 'blue',
};

type Props = ComponentProps<typeof ReminderActions> & {
  /** Whether the list is the user's own. Other owners in it are people the user covers for. */
  isMine: boolean;
};

/** One follow-up: its lead, date and text, and the actions on it. */
export function ReminderCard(props: Props) {
  const { isMine, ...rest } = props;
  const { reminder, now, timeZone } = rest;
  const { lead, title, description, reminder_date, is_completed, user_name, handled_by_name, client_name } =
    reminder;
  const state = reminderState(reminder, new Date(now));
  const name = lead.name || UNKNOWN_LEAD;
  const forWhom = useForWhom(reminder);
  const covered = isMine ? forWhom : undefined;
  const owner = covered ?? user_name;
  return (
    <li className={classes.card} data-state={state}>
      <article aria-label={`${name}: ${title}`}>
        <header className={classes.head}>
          <div className={classes.who}>
            <h2 className={classes.name} title={name}>
              {name}
            </h2>
            <p
              className={`${classes.name} ${classes.quiet}`}
              title={lead.company_name ?? undefined}
              data-missing={!lead.company_name || undefined}
            >
              {lead.company_name || NO_COMPANY}
            </p>
            {client_name && (
              <p className={`${classes.name} ${classes.quiet}`} title={client_name}>
                {client_name}
              </p>
            )}
          </div>
          <Badge tone={TONES[state]} withDot>
            {optionLabel(state)}
          </Badge>
        </header>
        <p className={classes.when}>
          <CalendarClock size={14} aria-hidden="true" />
          <time dateTime={reminder_date}>
            <span>{formatDate(reminder_date, timeZone)}</span>{' '}
            <span>{formatTime(reminder_date, timeZone)}</span>
            <ZoneMark timeZone={timeZone} />
          </time>
          {!is_completed && (
            <span className={classes.age} data-late={state === 'overdue' || undefined}>
              {dueWords(reminder_date, now, timeZone)}
            </span>
          )}
          {owner && (
            <span
              className={`${classes.quiet} ${classes.owner}`}
              data-covered={covered !== undefined || undefined}
            >
              · {owner}
              {handled_by_name && `, done by ${handled_by_name}`}
            </span>
          )}
        </p>
        <p className={classes.text}>{title}</p>
        <p className={classes.reach}>
          {lead.phone && <PhoneNumber phone={lead.phone} country={reminder.client_country} isLink />}
          <span className={classes.quiet}>{contactWords(lead.last_contacted_at, now, timeZone)}</span>
        </p>
        {is_completed && description && <p className={`${classes.text} ${classes.quiet}`}>{description}</p>}
      </article>
      <ReminderActions {...rest} />
    </li>
  );
}
