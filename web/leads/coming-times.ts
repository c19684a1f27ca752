import { clockTime, instantOf, localTime, shortDay } from '#shared/values/dates.ts';

const HOUR = 3_600_000;
const MONDAY = 1;
const MORNING = 9;
const EVENING = 17;

/** A time that one click chooses. */
export type ComingTime = { label: string; at: Date };

/** The times to which one click can snooze a reminder. Mornings start at nine in the client's time zone. */
export function snoozeTimes(now: Date, timeZone: string): ComingTime[] {
  return [
    { label: '1 hour', at: new Date(now.getTime() + HOUR) },
    { label: 'Tomorrow, 9:00 AM', at: atHour(now, timeZone, 1, MORNING) },
    monday(now, timeZone),
  ];
}

/**
 * The times for which one click plans a follow-up: this evening (until half an hour before), tomorrow, and
 * Monday.
 */
export function followUpTimes(now: Date, timeZone: string): ComingTime[] {
  const evening = atHour(now, timeZone, 0, EVENING);
  return [
    ...(evening.getTime() - now.getTime() > HOUR / 2 ? [{ label: 'Today, 5:00 PM', at: evening }] : []),
    { label: 'Tomorrow, 9:00 AM', at: atHour(now, timeZone, 1, MORNING) },
    monday(now, timeZone),
  ];
}

/**
 * The next Monday after tomorrow, with its date: on a Sunday, "Monday" without a date would sound like
 * tomorrow.
 */
function monday(now: Date, timeZone: string): ComingTime {
  const { year, month, day } = localTime(now, timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const days = (MONDAY - weekday + 7) % 7;
  const at = atHour(now, timeZone, days <= 1 ? days + 7 : days, MORNING);
  return { label: `${shortDay(at, timeZone)}, ${clockTime(MORNING, 0)}`, at };
}

function atHour(now: Date, timeZone: string, days: number, hour: number): Date {
  const { year, month, day } = localTime(now, timeZone);
  const date = new Date(Date.UTC(year, month - 1, day + days));
  const local = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour,
    minute: 0,
    second: 0,
  };
  // A date from calendar arithmetic always exists.
  return instantOf(local, timeZone) as Date;
}
