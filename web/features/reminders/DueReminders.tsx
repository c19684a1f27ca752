import { Button, CloseButton } from '@mantine/core';
import BellRing from 'lucide-react/icons/bell-ring';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import type { Reminder } from '#shared/reminders.ts';
import classes from '#web/features/reminders/DueReminders.module.css';
import { UNKNOWN_LEAD } from '#web/features/reminders/ReminderFacts.tsx';
import { SnoozeMenu } from '#web/features/reminders/SnoozeMenu.tsx';
import { useDesktopNotice } from '#web/features/reminders/useDesktopNotice.ts';
import { useReminderChanges } from '#web/features/reminders/useReminderChanges.ts';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { loadable } from '#web/lib/loadable.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { useDueReminders } from '#web/live/due-reminders.ts';
import { paths } from '#web/paths.ts';

const SnoozeDialog = loadable(
  async () => (await import('#web/features/reminders/SnoozeDialog.tsx')).SnoozeDialog,
);

/** Cards shown at once; a line that leads to Follow Ups counts the others. */
const MAX_SHOWN = 3;

/** Reminders that are due this moment, in a corner of any page, until they are opened, done, put off or dismissed. */
export function DueReminders() {
  const { due, dismiss, dismissAll } = useDueReminders();
  useDesktopNotice(due[0]);
  const rest = due.length - MAX_SHOWN;
  return (
    <section className={classes.stack} aria-label="Due now" aria-live="polite" hidden={due.length === 0}>
      {due.slice(0, MAX_SHOWN).map((reminder) => (
        <DueCard key={reminder.id} reminder={reminder} done={() => dismiss(reminder.id)} />
      ))}
      {rest > 0 && (
        <div className={`${classes.card} ${classes.more}`}>
          <Link to={`${paths.reminders}?due=overdue&mine=true`} onClick={dismissAll}>
            {rest} more due
          </Link>
          <Button variant="subtle" color="gray" size="compact-xs" onClick={dismissAll}>
            Dismiss all
          </Button>
        </div>
      )}
    </section>
  );
}

function DueCard({ reminder, done }: { reminder: Reminder; done: () => void }) {
  const { title, lead, lead_id, reminder_date } = reminder;
  const timeZone = useTimeZone();
  const now = useNow();
  const [isPicking, setIsPicking] = useState(false);
  const { complete, snooze } = useReminderChanges(timeZone);
  const name = lead.name || UNKNOWN_LEAD;
  const putOff = (until: Date) => {
    snooze(reminder, until);
    done();
  };
  const finish = async () => {
    if (await complete(reminder, () => undefined)) done();
  };
  return (
    <article className={classes.card} aria-label={`Due: ${title}`}>
      <header className={classes.head}>
        <BellRing size={14} aria-hidden="true" />
        <time dateTime={reminder_date}>{formatDateTime(reminder_date, timeZone)}</time>
        <CloseButton size="sm" aria-label={`Dismiss ${title}`} onClick={done} />
      </header>
      <p className={classes.title}>{title}</p>
      <p className={classes.who}>{lead.company_name ? `${name} · ${lead.company_name}` : name}</p>
      <div className={classes.actions}>
        <Button component={Link} to={paths.lead(lead_id)} size="xs" onClick={done}>
          Open
        </Button>
        <Button variant="default" size="xs" onClick={() => void finish()}>
          Complete
        </Button>
        <SnoozeMenu
          name={name}
          now={now}
          timeZone={timeZone}
          onSnooze={putOff}
          onPick={() => setIsPicking(true)}
        />
      </div>
      {isPicking && (
        <SnoozeDialog
          reminder={reminder}
          timeZone={timeZone}
          onSnooze={putOff}
          onClose={() => setIsPicking(false)}
        />
      )}
    </article>
  );
}
