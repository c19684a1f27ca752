import { dayOf } from '#shared/values/dates.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * The distance from now to a moment in everyday words: '12 days late', '3 hours late', 'in 20 minutes',
 * 'tomorrow'. Days follow the client's calendar.
 */
export function dueWords(moment: string, now: number, timeZone: string): string {
  const at = Date.parse(moment);
  const days = (dayStart(at, timeZone) - dayStart(now, timeZone)) / DAY;
  if (days === 1) return 'tomorrow';
  if (days > 1) return `in ${days} days`;
  const minutes = Math.floor(Math.abs(at - now) / MINUTE);
  const length = days < 0 ? several(-days, 'day') : inHours(minutes);
  if (at >= now) return minutes === 0 ? 'now' : `in ${length}`;
  return minutes === 0 ? 'now' : `${length} late`;
}

/** The day of a past moment in everyday words: 'today', 'yesterday', '12 days ago'. */
export function agoWords(moment: string, now: number, timeZone: string): string {
  const days = Math.round((dayStart(now, timeZone) - dayStart(Date.parse(moment), timeZone)) / DAY);
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** The last contact in words: 'contacted yesterday', 'not contacted yet'. */
export function contactWords(lastContact: string | null, now: number, timeZone: string): string {
  return lastContact ? `contacted ${agoWords(lastContact, now, timeZone)}` : 'not contacted yet';
}

const inHours = (minutes: number) =>
  minutes < 60 ? several(minutes, 'minute') : several(Math.floor(minutes / 60), 'hour');

const several = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/**
 * The day of a moment in the zone, as UTC midnight, so that differences are whole days even across clock
 * changes.
 */
const dayStart = (moment: number, timeZone: string) => Date.parse(dayOf(new Date(moment), timeZone));
