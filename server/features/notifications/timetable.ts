import { instantOf, isTimeZone, localTime } from '#shared/values/dates.ts';
import type { WorkingTime } from '#shared/company/working-time.ts';

/**
 * Hours, in the client's time zone, between which morning messages are created; a server that was off for
 * that time skips the day.
 */
const MORNING = 8;
const TOO_LATE = 12;
const DAY = 86_400_000;

export type Morning = { day: string; at: Date };
export type MorningMessage = 'digest' | 'weekly';

/** The morning at this instant in the time zone; undefined before eight and after noon. */
export function morningOf(now: Date, timeZone: string): Morning | undefined {
  if (!isTimeZone(timeZone)) return undefined;
  const { year, month, day, hour } = localTime(now, timeZone);
  if (hour < MORNING || hour >= TOO_LATE) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  const at = instantOf({ year, month, day, hour: MORNING, minute: 0, second: 0 }, timeZone) ?? now;
  return { day: date.toISOString().slice(0, 10), at };
}

/**
 * The messages of a client's day: none on days off, and the weekly report on the week's first working day.
 * Weeks start on Monday.
 */
export function messagesOf(day: string, time: WorkingTime): MorningMessage[] {
  if (!time.isWorkingDay(day)) return [];
  const weekday = new Date(day).getUTCDay() || 7;
  const before = (days: number) => new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);
  for (let days = 1; days < weekday; days += 1) if (time.isWorkingDay(before(days))) return ['digest'];
  return ['digest', 'weekly'];
}
