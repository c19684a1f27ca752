import { useDroppable } from '@dnd-kit/core';
import { Link } from 'react-router';
import { inNumbers } from '#shared/values/numbers.ts';
import type { CalendarDay } from '#shared/activities/reminder-calendar.ts';
import classes from '#web/features/reminders/calendar/Calendar.module.css';
import { CalendarItem } from '#web/features/reminders/calendar/CalendarItem.tsx';
import type { ItemProps } from '#web/features/reminders/calendar/CalendarItem.tsx';
import { dayWords } from '#web/features/reminders/calendar/calendar-days.ts';

const MOST_DOTS = 3;

type Props = ItemProps & {
  day: CalendarDay;
  today: string;
  /** Shows the whole date, not the number of the day alone. */
  isNamed: boolean;
  /** Shows a dot for each follow-up instead of its name. */
  hasDots: boolean;
  isOutside: boolean;
  /** The address of the day's list. */
  to: string;
};

/** A day with its first follow-ups; its date opens the list of them all. */
export function CalendarCell({ day, today, isNamed, hasDots, isOutside, to, ...item }: Props) {
  const { total, totalIsCapped, reminders, holiday, is_working } = day;
  const { setNodeRef, isOver } = useDroppable({ id: day.day, disabled: day.day < today });
  const count = inNumbers(total) + (totalIsCapped ? '+' : '');
  const isToday = day.day === today;
  const words = [
    dayWords(day.day),
    isToday && 'today',
    holiday ?? (!is_working && 'not a working day'),
    total === 1 ? '1 follow-up' : `${count} follow-ups`,
  ];
  const left = total - reminders.length;
  const more = `${inNumbers(left)}${totalIsCapped ? '+' : ''} more`;
  return (
    <li
      ref={setNodeRef}
      className={classes.day}
      data-day={day.day}
      data-over={isOver || undefined}
      data-free={!is_working || undefined}
      data-outside={isOutside || undefined}
    >
      <Link
        to={to}
        className={classes.date}
        aria-label={words.filter(Boolean).join(', ')}
        aria-current={isToday ? 'date' : undefined}
      >
        <b>{isNamed ? dayWords(day.day) : Number(day.day.slice(8))}</b>
        {hasDots ? <Dots total={total} /> : <small aria-hidden="true">{holiday}</small>}
      </Link>
      {!hasDots && reminders.length > 0 && (
        <ul className={classes.items}>
          {reminders.map((reminder) => (
            <CalendarItem key={reminder.id} reminder={reminder} home={day.day} {...item} />
          ))}
        </ul>
      )}
      {!hasDots && left > 0 && (
        <Link to={to} className={classes.more} aria-label={`${more} on ${dayWords(day.day)}`}>
          {more}
        </Link>
      )}
    </li>
  );
}

function Dots({ total }: { total: number }) {
  const shown = Math.min(total, MOST_DOTS);
  return (
    <span className={classes.dots} aria-hidden="true">
      {Array.from({ length: shown }, (_, index) => (
        <i key={index} />
      ))}
    </span>
  );
}
