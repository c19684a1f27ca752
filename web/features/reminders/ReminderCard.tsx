import { Button } from '@mantine/core';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { Link } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { optionLabel } from '#shared/lead-options.ts';
import { reminderState } from '#shared/reminders.ts';
import type { Reminder, ReminderState } from '#shared/reminders.ts';
import { NO_COMPANY, UNKNOWN_LEAD } from '#web/features/reminders/ReminderFacts.tsx';
import classes from '#web/features/reminders/Reminders.module.css';
import { SnoozeMenu } from '#web/features/reminders/SnoozeMenu.tsx';
import { ZoneMark } from '#web/leads/ZoneNote.tsx';
import { reminderSearch } from '#web/leads/call-way.ts';
import type { CallWay } from '#web/leads/call-way.ts';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Tone } from '#web/ui/Badge.tsx';

const TONES: Record<ReminderState, Tone> = {
  completed: 'green',
  overdue: 'red',
  urgent: 'amber',
  upcoming: 'blue',
};

export type CardDialog = 'view' | 'complete' | 'snooze';

type Props = {
  reminder: Reminder;
  now: number;
  timeZone: string;
  /** The facts that 'Log a Call' needs to lead back here and on to the next reminder. */
  callWay: CallWay;
  onOpen: (dialog: CardDialog) => void;
  onSnooze: (until: Date) => void;
};

/** One follow-up: its lead, date and text, and the actions on it. */
export function ReminderCard({ reminder, now, timeZone, callWay, onOpen, onSnooze }: Props) {
  const { id, lead, lead_id, title, description, reminder_date, is_completed, user_name, client_name } =
    reminder;
  const state = reminderState(reminder, new Date(now));
  const name = lead.name || UNKNOWN_LEAD;
  const [date, time] = formatDateTime(reminder_date, timeZone).split(', ');
  return (
    <li className={classes.card} data-state={state}>
      <article aria-label={`${name}: ${title}`}>
        <header className={classes.head}>
          <div className={classes.who}>
            <h3 className={classes.name} title={name}>
              {name}
            </h3>
            <p className={`${classes.name} ${classes.quiet}`} title={lead.company_name ?? undefined}>
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
            <span>{date}</span> <span>{time}</span>
            <ZoneMark timeZone={timeZone} />
          </time>
          {user_name && <span className={classes.quiet}>· {user_name}</span>}
        </p>
        <p className={classes.text}>{title}</p>
        {is_completed && description && <p className={`${classes.text} ${classes.quiet}`}>{description}</p>}
      </article>
      <div className={classes.actions}>
        <Button
          component={Link}
          to={paths.logCall(lead_id) + (is_completed ? '' : reminderSearch(id))}
          state={callWay}
          variant="default"
          size="xs"
          data-reminder={id}
          aria-label={`Call Now: ${name}`}
        >
          Call Now
        </Button>
        {!is_completed && (
          <Button variant="default" size="xs" onClick={() => onOpen('complete')}>
            Complete
          </Button>
        )}
        {!is_completed && (
          <SnoozeMenu
            name={name}
            now={now}
            timeZone={timeZone}
            onSnooze={onSnooze}
            onPick={() => onOpen('snooze')}
          />
        )}
        <Button variant="subtle" color="gray" size="xs" onClick={() => onOpen('view')}>
          View Lead
        </Button>
      </div>
    </li>
  );
}
