import { instantOf, isTimeZone, localTime } from '#shared/dates.ts';

/** Hours of the client's clock between which the morning messages are made; a server that was off later skips the day. */
const MORNING = 8;
const TOO_LATE = 12;

export type Morning = { day: string; isMonday: boolean; at: Date };

/** The morning of this instant in the zone; undefined before eight and after noon. */
export function morningOf(now: Date, timeZone: string): Morning | undefined {
  if (!isTimeZone(timeZone)) return undefined;
  const { year, month, day, hour } = localTime(now, timeZone);
  if (hour < MORNING || hour >= TOO_LATE) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  const at = instantOf({ year, month, day, hour: MORNING, minute: 0, second: 0 }, timeZone) ?? now;
  return { day: date.toISOString().slice(0, 10), isMonday: date.getUTCDay() === 1, at };
}
