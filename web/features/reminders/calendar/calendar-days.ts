import { dayOf, instantOf, localTime, nearDay, shortDay } from '#shared/values/dates.ts';
import { daysOfMonth, monthLater } from '#shared/values/months.ts';
import type { Days } from '#shared/values/months.ts';
import type { CalendarDay } from '#shared/activities/reminder-calendar.ts';
import type { Reminder } from '#shared/activities/reminders.ts';

export type CalendarView = 'week' | 'month';

const DAY = 86_400_000;
const HOUR = 3_600_000;

const isoDay = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const addDays = (day: string, days: number) => isoDay(Date.parse(day) + days * DAY);
/** Days since Monday. */
const weekday = (day: string) => (new Date(day).getUTCDay() + 6) % 7;

/** The days that a view shows around a day: whole weeks from Monday to Sunday. */
export function daysOfView(view: CalendarView, day: string): Days {
  const { from_date, to_date } =
    view === 'week' ? { from_date: day, to_date: day } : daysOfMonth(day.slice(0, 7));
  return {
    from_date: addDays(from_date, -weekday(from_date)),
    to_date: addDays(to_date, 6 - weekday(to_date)),
  };
}

/** A day of the next or previous week or month. */
export const otherDay = (view: CalendarView, day: string, step: 1 | -1) =>
  view === 'week' ? addDays(day, step * 7) : `${monthLater(day.slice(0, 7), step)}-01`;

/** `Fri 27 Nov`. */
export const dayWords = (day: string) => nearDay(new Date(day), 'UTC');

/** `23 Nov – 29 Nov 2026`, `Nov 2026`. */
export function viewTitle(view: CalendarView, day: string): string {
  const words = (at: string) => shortDay(new Date(at), 'UTC').slice(4);
  if (view === 'month') return `${words(day).split(' ')[1]} ${day.slice(0, 4)}`;
  const { from_date, to_date } = daysOfView(view, day);
  return `${words(from_date)} – ${words(to_date)} ${to_date.slice(0, 4)}`;
}

/**
 * The days with each follow-up on its own: one that is moved or done here is shown so before the days are
 * read again.
 */
export function placed(
  days: readonly CalendarDay[],
  isCompleted: boolean,
  zoneOf: (reminder: Reminder) => string,
): CalendarDay[] {
  const all = days.flatMap(({ day, reminders }) => reminders.map((reminder) => ({ was: day, reminder })));
  const found = all.map(({ was, reminder }) => ({
    was,
    reminder,
    is:
      reminder.is_completed === isCompleted ? dayOf(new Date(reminder.reminder_date), zoneOf(reminder)) : '',
  }));
  return days.map((day) => {
    const here = found.filter(({ is }) => is === day.day);
    const left = found.filter(({ was, is }) => was === day.day && is !== was).length;
    const came = here.filter(({ was }) => was !== day.day).length;
    return {
      ...day,
      total: day.total - left + came,
      reminders: here
        .map(({ reminder }) => reminder)
        .toSorted((one, other) => one.reminder_date.localeCompare(other.reminder_date)),
    };
  });
}

/**
 * The moment of a follow-up on another day, at its own time of day; today in an hour if that has passed.
 * Undefined if it is too late for that day.
 */
export function momentOn(day: string, reminder: Reminder, timeZone: string, now: Date): Date | undefined {
  const date = new Date(day);
  const at = instantOf(
    {
      ...localTime(new Date(reminder.reminder_date), timeZone),
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
    },
    timeZone,
  );
  if (at && at > now) return at;
  const later = new Date(now.getTime() + HOUR);
  return dayOf(later, timeZone) === day ? later : undefined;
}
