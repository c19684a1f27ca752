import { DEFAULT_TIME_ZONE, dayOf, instantOf } from '#shared/values/dates.ts';

/** The time zone of the slots of Book a Demo: the zone of the team that gives the demos. */
export const DEMO_TIME_ZONE = DEFAULT_TIME_ZONE;

/** The limits of Book a Demo (specification: business constants). */
const DEMO_DAYS_AHEAD = 30;
const DEMO_DATES = 14;
export const DEMO_MINUTES = 30;
const FIRST_MINUTE = 9 * 60;
const LAST_MINUTE = 16 * 60 + 30;

/**
 * Returns the first 14 weekdays of the next 30 days, starting tomorrow, as `2026-11-23` in the time zone of
 * the slots.
 */
export function demoDates(now: Date, timeZone: string): string[] {
  const today = new Date(`${dayOf(now, timeZone)}T00:00:00Z`);
  const dates: string[] = [];
  for (let ahead = 1; ahead <= DEMO_DAYS_AHEAD && dates.length < DEMO_DATES; ahead += 1) {
    const date = new Date(today);
    date.setUTCDate(date.getUTCDate() + ahead);
    const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
    if (!isWeekend) dates.push(date.toISOString().slice(0, 10));
  }
  return dates;
}

/** The start times of demos, in minutes after midnight: every half hour from 09:00 to 16:30. */
export const DEMO_TIMES: readonly number[] = Array.from(
  { length: (LAST_MINUTE - FIRST_MINUTE) / DEMO_MINUTES + 1 },
  (_, index) => FIRST_MINUTE + index * DEMO_MINUTES,
);

/** Returns when the slot begins; undefined for a date that doesn't exist. */
export function slotStart(date: string, minutes: number, timeZone: string): Date | undefined {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const at = { hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0 };
  return instantOf({ year, month, day, ...at }, timeZone);
}

/** Whether a demo can be booked at this time. */
export function isDemoSlot(start: Date, now: Date, timeZone: string): boolean {
  const date = dayOf(start, timeZone);
  return (
    demoDates(now, timeZone).includes(date) &&
    DEMO_TIMES.some((minutes) => slotStart(date, minutes, timeZone)?.getTime() === start.getTime())
  );
}
