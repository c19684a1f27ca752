import { instantOf, localTime } from '#shared/dates.ts';

const HOUR = 3_600_000;
const MONDAY = 1;

export type Snooze = { label: string; at: Date };

/** The moments until which one click can put a reminder off; mornings begin at nine in the client's time zone. */
export function snoozeTimes(now: Date, timeZone: string): Snooze[] {
  const { year, month, day } = localTime(now, timeZone);
  const morning = (days: number) => {
    const date = new Date(Date.UTC(year, month - 1, day + days));
    const local = {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: 9,
      minute: 0,
      second: 0,
    };
    // A date made by the calendar exists.
    return instantOf(local, timeZone) as Date;
  };
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  // On a Sunday tomorrow is Monday already: then the Monday after.
  const toMonday = (MONDAY - weekday + 7) % 7;
  return [
    { label: '1 hour', at: new Date(now.getTime() + HOUR) },
    { label: 'Tomorrow, 9:00 AM', at: morning(1) },
    { label: 'Monday, 9:00 AM', at: morning(toMonday <= 1 ? toMonday + 7 : toMonday) },
  ];
}
