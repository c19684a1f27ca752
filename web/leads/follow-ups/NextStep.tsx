import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import { useState } from 'react';
import { formatDateTime } from '#shared/values/dates.ts';
import type { Lead } from '#shared/leads/lead.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import classes from '#web/leads/follow-ups/NextStep.module.css';
import { Repeats } from '#web/leads/follow-ups/Repeats.tsx';
import { Snooze } from '#web/leads/follow-ups/Snooze.tsx';
import { useReminderChanges } from '#web/leads/follow-ups/useReminderChanges.ts';
import { dueWords } from '#web/leads/due-words.ts';
import { leadPageQuery } from '#web/api/lead-page.ts';
import { isTyping } from '#web/lib/focus-content.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { useCan } from '#web/session/useCan.ts';

type Props = {
  lead: Lead;
  timeZone: string;
  /** Opens the place where a follow-up is planned. */
  onPlan: () => void;
};

/** The lead's next step and how soon or late it is, with Done and Snooze, or a note that there is none. */
export function NextStep({ lead, timeZone, onPlan }: Props) {
  const now = useNow();
  const mayWrite = useCan('reminders.write');
  const date = lead.next_followup_date;
  const { data } = useQuery(leadPageQuery(lead.id));
  const reminder = date === null ? undefined : data?.data.reminders[0];
  if (date === null && lead.is_archived) return null;
  return (
    <section className={classes.step} aria-label="Next step">
      <BellRing size={15} aria-hidden="true" />
      {date === null ? (
        <p className={classes.none}>No next step planned</p>
      ) : (
        <>
          <p className={classes.what} dir="auto">
            {reminder?.title ?? 'Next step'}
          </p>
          {reminder?.repeat && <Repeats repeat={reminder.repeat} />}
          <p className={classes.when}>
            <time dateTime={date}>{formatDateTime(date, timeZone)}</time>
            <span data-late={Date.parse(date) < now || undefined}>{dueWords(date, now, timeZone)}</span>
          </p>
        </>
      )}
      {date === null && mayWrite && (
        <div className={classes.actions}>
          <Button variant="default" size="xs" onClick={onPlan}>
            Plan a follow-up
          </Button>
        </div>
      )}
      {reminder && mayWrite && (
        <Actions reminder={reminder} name={lead.name} now={now} timeZone={timeZone} onDone={onPlan} />
      )}
    </section>
  );
}

type ActionsProps = { reminder: Reminder; name: string; now: number; timeZone: string; onDone: () => void };

function Actions({ reminder, name, now, timeZone, onDone }: ActionsProps) {
  const [isPending, setIsPending] = useState(false);
  const { complete, snooze } = useReminderChanges(timeZone);
  const finish = async () => {
    setIsPending(true);
    const isCompleted = await complete(reminder, () => undefined);
    // A repeating one has planned the next itself, and nobody who is typing is interrupted.
    if (isCompleted && !reminder.repeat && !isTyping()) onDone();
    setIsPending(false);
  };
  return (
    <div className={classes.actions}>
      <Button variant="default" size="xs" disabled={isPending} onClick={() => void finish()}>
        Done
      </Button>
      <Snooze
        reminder={reminder}
        name={name}
        now={now}
        timeZone={timeZone}
        onSnooze={(until) => void snooze(reminder, until)}
      />
    </div>
  );
}
