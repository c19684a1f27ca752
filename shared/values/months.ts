import { dayOf } from '#shared/values/dates.ts';

/** A period of a client's calendar: first and last day, both included. */
export type Days = { from_date: string; to_date: string };

/** The month in which a financial year begins, unless the client says otherwise: April, as in India. */
export const YEAR_BEGINS = 4;

const DAY = 86_400_000;

/** The month of a moment in the client's time zone, for example `2026-11`. */
export const monthOf = (moment: Date, timeZone: string): string => dayOf(moment, timeZone).slice(0, 7);

/** The month that many months later, or earlier for a negative number. */
export const monthLater = (month: string, months: number): string =>
  new Date(firstMoment(month, months)).toISOString().slice(0, 7);

/** The first and last day of a month. */
export const daysOfMonth = (month: string): Days => ({
  from_date: `${month}-01`,
  to_date: new Date(firstMoment(month, 1) - DAY).toISOString().slice(0, 10),
});

/** The months that the period touches, in order. */
export function monthsOf({ from_date, to_date }: Days): string[] {
  const months = [];
  for (let month = from_date.slice(0, 7); month <= to_date; month = monthLater(month, 1)) months.push(month);
  return months;
}

/** The part of the period that lies in the month. */
export function daysInMonth(month: string, { from_date, to_date }: Days): Days {
  const whole = daysOfMonth(month);
  return {
    from_date: from_date > whole.from_date ? from_date : whole.from_date,
    to_date: to_date < whole.to_date ? to_date : whole.to_date,
  };
}

/** The share of the month's days that the period covers: 1 for all of them. */
export function shareOfMonth(month: string, { from_date, to_date }: Days): number {
  const [begin, end] = [firstMoment(month), firstMoment(month, 1)];
  const from = Math.max(begin, Date.parse(from_date));
  const until = Math.min(end, Date.parse(to_date) + DAY);
  return Math.max(0, until - from) / (end - begin);
}

/** `November 2026`, or `Nov 2026` in tight places. */
export const monthName = (month: string, length: 'long' | 'short' = 'long'): string =>
  new Date(firstMoment(month)).toLocaleDateString('en-US', {
    month: length,
    year: 'numeric',
    timeZone: 'UTC',
  });

/** The moment, in milliseconds of UTC, at which the month that many months later begins. */
function firstMoment(month: string, later = 0): number {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return Date.UTC(year, number - 1 + later, 1);
}
