import { ActionIcon, Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { dayOf } from '#shared/values/dates.ts';
import { reminderCalendar } from '#shared/activities/reminder-calendar.ts';
import type { CalendarDay } from '#shared/activities/reminder-calendar.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/reminders/calendar/Calendar.module.css';
import { CalendarCell } from '#web/features/reminders/calendar/CalendarCell.tsx';
import { DaysDrag } from '#web/features/reminders/calendar/DaysDrag.tsx';
import {
  dayWords,
  daysOfView,
  otherDay,
  placed,
  viewTitle,
} from '#web/features/reminders/calendar/calendar-days.ts';
import type { CalendarView } from '#web/features/reminders/calendar/calendar-days.ts';
import { useMoves } from '#web/features/reminders/calendar/useMoves.ts';
import type { RemindersState } from '#web/features/reminders/reminders-state.ts';
import { ReminderDialog } from '#web/features/reminders/ReminderDialog.tsx';
import { useClientCalendar } from '#web/leads/useTimeZone.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { useCan } from '#web/session/useCan.ts';
import { ListStates } from '#web/ui/lists/ListStates.tsx';
import { useIsPhone } from '#web/ui/useIsPhone.ts';

const WORDS = {
  loading: 'Loading reminders...',
  failure: 'An error occurred',
  failureTitle: 'Error loading reminders',
  again: 'Try Again',
};
/** Follow-ups shown of each day. */
const SHOWN = { week: 12, month: 3 };

type Props = {
  state: RemindersState & { view: CalendarView };
  onChange: (change: Partial<RemindersState>) => void;
  /** The address of a day's list. */
  dayLink: (day: string) => string;
};

/** The follow-ups of a week or a month, day by day. */
export function Calendar({ state, onChange, dayLink }: Props) {
  const { view, group, mine, user_id, client_id } = state;
  const now = useNow();
  const { timeZone } = useClientCalendar(client_id);
  const today = dayOf(new Date(now), timeZone);
  const day = state.day || today;
  const isPhone = useIsPhone();
  const hasDots = isPhone && view === 'month';
  const isCompleted = group === 'completed';
  const people = user_id.length > 0 ? [...user_id] : mine ? ['me'] : [];
  const list = useQuery({
    ...query(reminderCalendar.get, {
      query: {
        ...daysOfView(view, day),
        is_completed: isCompleted ? 'true' : 'false',
        ...(people.length > 0 && { user_id: people }),
        ...(client_id && { client_id }),
        per_day: String(hasDots ? 1 : SHOWN[view]),
      },
    }),
    placeholderData: keepPreviousData,
    // Reminders become due over time.
    refetchInterval: 60_000,
  });
  const go = (to: string) => onChange({ day: to === today ? '' : to });
  const title = viewTitle(view, day);
  return (
    <section aria-label={title}>
      <div className={classes.bar}>
        <h2 aria-live="polite">{title}</h2>
        <ActionIcon
          variant="default"
          aria-label={`Previous ${view}`}
          title={`Previous ${view}`}
          onClick={() => go(otherDay(view, day, -1))}
        >
          <ChevronLeft size={16} aria-hidden="true" />
        </ActionIcon>
        <Button variant="default" size="xs" disabled={state.day === ''} onClick={() => go(today)}>
          Today
        </Button>
        <ActionIcon
          variant="default"
          aria-label={`Next ${view}`}
          title={`Next ${view}`}
          onClick={() => go(otherDay(view, day, 1))}
        >
          <ChevronRight size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      <ListStates source={list} words={WORDS}>
        {({ data }) => (
          <CalendarDays
            view={view}
            days={placed(data, isCompleted, (row) => row.client_time_zone ?? timeZone)}
            month={day.slice(0, 7)}
            today={today}
            now={Math.max(now, list.dataUpdatedAt)}
            timeZone={timeZone}
            isPhone={isPhone}
            isCompleted={isCompleted}
            isStale={list.isPlaceholderData}
            dayLink={dayLink}
          />
        )}
      </ListStates>
    </section>
  );
}

type DaysProps = Pick<Props, 'dayLink'> & {
  view: CalendarView;
  days: readonly CalendarDay[];
  month: string;
  today: string;
  now: number;
  timeZone: string;
  isPhone: boolean;
  isCompleted: boolean;
  isStale: boolean;
};

function CalendarDays({ view, days, month, timeZone, isPhone, isCompleted, isStale, ...shared }: DaysProps) {
  const mayWrite = useCan('reminders.write');
  const [open, setOpen] = useState<Reminder>();
  const { move, moved, onFocused } = useMoves(timeZone);
  const { dayLink, ...cell } = shared;
  const isMonth = view === 'month';
  return (
    <>
      <DaysDrag onMove={move}>
        {isMonth && (
          <div className={classes.weekdays} aria-hidden="true">
            {days.slice(0, 7).map((one) => (
              <span key={one.day}>{dayWords(one.day).slice(0, isPhone ? 1 : 3)}</span>
            ))}
          </div>
        )}
        <ol className={classes.days} data-view={view} aria-busy={isStale}>
          {days.map((one) => (
            <CalendarCell
              key={one.day}
              day={one}
              isNamed={!isMonth}
              hasDots={isMonth && isPhone}
              isOutside={isMonth && one.day.slice(0, 7) !== month}
              to={dayLink(one.day)}
              mayMove={mayWrite && !isCompleted}
              timeZone={timeZone}
              onView={setOpen}
              movedId={moved?.day === one.day ? moved.id : undefined}
              onFocused={onFocused}
              {...cell}
            />
          ))}
        </ol>
      </DaysDrag>
      {days.every(({ total }) => total === 0) && (
        <p className={classes.empty}>
          {isCompleted ? 'No follow-ups completed' : 'No follow-ups planned'} for this {view}.
        </p>
      )}
      {open && <ReminderDialog reminder={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
