import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDateTime } from '#shared/values/dates.ts';
import { MAX_PAGE_SIZE } from '#shared/protocol/pagination.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { query } from '#web/api/query.ts';
import { send } from '#web/api/send.ts';
import classes from '#web/features/reminders/DueReminders.module.css';
import { UNKNOWN_LEAD } from '#web/features/reminders/ReminderFacts.tsx';
import { Snooze } from '#web/leads/follow-ups/Snooze.tsx';
import { SnoozeDialogs } from '#web/leads/follow-ups/SnoozeDialogs.tsx';
import { useDesktopNotice } from '#web/features/reminders/useDesktopNotice.ts';
import { useForWhom } from '#web/leads/follow-ups/useForWhom.ts';
import { useReminderChanges } from '#web/leads/follow-ups/useReminderChanges.ts';
import { ZoneMark } from '#web/leads/ZoneNote.tsx';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { useDueReminders } from '#web/live/due-reminders.ts';
import { paths } from '#web/paths.ts';

/** Pages that list what is due themselves: a card would cover the very rows that it is about. */
const PAGES_WITH_DUE: readonly string[] = [paths.dashboard, paths.reminders];
const NEXT = '[aria-label="Due now"] article a';

/**
 * The latest reminder that is due now, in a corner of the page, and the number of others. They stay until
 * they are dismissed, or opened, completed, snoozed or reassigned, here or elsewhere.
 */
export function DueReminders() {
  const { due } = useDueReminders();
  useDesktopNotice(due[0]);
  const { pathname } = useLocation();
  return PAGES_WITH_DUE.includes(pathname) ? null : <DueCards />;
}

function DueCards() {
  const { due, dismiss, dismissAll } = useStillDue();
  const rest = due.length - 1;
  return (
    <section
      className={classes.stack}
      aria-label="Due now"
      aria-live="polite"
      hidden={due.length === 0}
      data-screen-only
    >
      <SnoozeDialogs>
        {due.slice(0, 1).map(({ reminder }) => (
          <DueCard key={reminder.id} reminder={reminder} done={() => dismiss(reminder.id)} />
        ))}
      </SnoozeDialogs>
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

const ASKED = { due: 'overdue', user_id: 'me', limit: String(MAX_PAGE_SIZE) } as const;

/** The session's due reminders, compared with the database when reminders have changed. */
function useStillDue() {
  const { due, current, keepOnly, ...rest } = useDueReminders();
  const { data, isFetching, isFetchedAfterMount } = useQuery({
    // Without ids: a reminder is as new as its notification, so another one alone is no reason to ask.
    queryKey: query(reminders.list, { query: ASKED }).queryKey.concat('still due'),
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const ids = current().map(({ reminder }) => reminder.id);
      const answer = await send(reminders.list, { query: { ids: ids.join(), ...ASKED } }, { signal });
      return { ...answer, askedAt };
    },
    staleTime: Infinity,
    enabled: due.length > 0,
    // A card that could not be compared stays, and its buttons report the failure.
    meta: { isSilent: true },
  });
  useEffect(() => {
    if (data) keepOnly(data.data.reminders, data.askedAt);
  }, [data, keepOnly]);
  // A reminder that was handled on a page that lists it has no card on the next one.
  const isUnknown = isFetching && !isFetchedAfterMount;
  return { due: isUnknown ? [] : due, ...rest };
}

function DueCard({ reminder, done }: { reminder: Reminder; done: () => void }) {
  const { title, lead, lead_id, reminder_date } = reminder;
  const timeZone = useTimeZone(reminder);
  const now = useNow();
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const own = card.current;
    // The focus would disappear with the card, so it moves to the next one.
    return () => {
      if (!own?.contains(document.activeElement)) return;
      requestAnimationFrame(() => document.querySelector<HTMLElement>(NEXT)?.focus());
    };
  }, []);
  const { complete, snooze } = useReminderChanges(timeZone);
  const name = lead.name || UNKNOWN_LEAD;
  const who = [name, lead.company_name, useForWhom(reminder)].filter(Boolean).join(' · ');
  const putOff = async (until: Date) => {
    if (await snooze(reminder, until)) done();
  };
  const finish = async () => {
    if (await complete(reminder, () => undefined)) done();
  };
  return (
    <article ref={card} className={classes.card} aria-label={`Due: ${title}`}>
      <header className={classes.head}>
        <BellRing size={14} aria-hidden="true" />
        <time dateTime={reminder_date}>
          {formatDateTime(reminder_date, timeZone)}
          <ZoneMark timeZone={timeZone} />
        </time>
        <CloseButton size="sm" aria-label={`Dismiss ${title}`} onClick={done} />
      </header>
      <p className={classes.title}>{title}</p>
      <p className={classes.who}>{who}</p>
      <div className={classes.actions}>
        <Button component={Link} to={paths.lead(lead_id)} size="xs" onClick={done}>
          Open
        </Button>
        <Button variant="default" size="xs" onClick={() => void finish()}>
          Done
        </Button>
        <Snooze
          reminder={reminder}
          name={name}
          now={now}
          timeZone={timeZone}
          onSnooze={(until) => void putOff(until)}
        />
      </div>
    </article>
  );
}
