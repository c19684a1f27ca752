/** The time zone of a client that hasn't set one. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata';

/**
 * The time zone in which dates are shown and read: the client's, or the default for users with access to all
 * clients.
 */
export function zoneOf(client: { timeZone: string } | null | undefined): string {
  return client?.timeZone ?? DEFAULT_TIME_ZONE;
}

const parts = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = parts.get(timeZone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    parts.set(timeZone, found);
  }
  return found;
}

/** A local date and time, with months 1–12. */
export type LocalTime = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

/** Returns the local time in the time zone at the instant. */
export function localTime(instant: Date, timeZone: string): LocalTime {
  const read: Record<string, number> = {};
  for (const part of formatter(timeZone).formatToParts(instant)) read[part.type] = Number(part.value);
  return read as LocalTime;
}

/**
 * Returns the instant of a local time in the zone; undefined for a date that doesn't exist (31/02). A time
 * skipped by daylight saving moves forward; a repeated one means its first occurrence.
 */
export function instantOf(local: LocalTime, timeZone: string): Date | undefined {
  const { year, month, day, hour, minute, second } = local;
  const wanted = Date.UTC(year, month - 1, day, hour, minute, second);
  const check = new Date(wanted);
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59 || year < 1900 || year > 2200) return undefined;
  const [before, after] = [
    offsetAt(wanted - A_DAY_AND_MORE, timeZone),
    offsetAt(wanted + A_DAY_AND_MORE, timeZone),
  ];
  // Earlier first: both offsets fit when the clocks show a time twice.
  const exact = [before, after].map((offset) => wanted - offset).toSorted((one, other) => one - other);
  const shown = exact.find((instant) => wanted - offsetAt(instant, timeZone) === instant);
  return new Date(shown ?? wanted - before);
}

/** No zone is this far from UTC, and none changes its offset twice within this time. */
export const A_DAY_AND_MORE = 36 * 3_600_000;

/** Milliseconds by which the zone is ahead of UTC at that instant. */
export function offsetAt(instant: number, timeZone: string): number {
  const at = localTime(new Date(instant), timeZone);
  return (
    Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second) - Math.floor(instant / 1000) * 1000
  );
}

const two = (value: number) => String(value).padStart(2, '0');

/** `21/11/2026` in the given zone; '-' when missing or invalid. */
export function formatDate(value: string | Date | null | undefined, timeZone: string): string {
  const instant = toDate(value);
  if (!instant) return '-';
  const at = localTime(instant, timeZone);
  return `${two(at.day)}/${two(at.month)}/${at.year}`;
}

/** `21/11/2026` for the day `2026-11-21` of a calendar. */
export const formatDay = (day: string): string => day.split('-').toReversed().join('/');

/** `21/11/2026, 3:30 PM` in the given zone; '-' when missing or invalid. */
export function formatDateTime(value: string | Date | null | undefined, timeZone: string): string {
  const instant = toDate(value);
  if (!instant) return '-';
  return `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`;
}

/** `3:30 PM` in the given zone. */
export function formatTime(value: string | Date, timeZone: string): string {
  const { hour, minute } = localTime(new Date(value), timeZone);
  return clockTime(hour, minute);
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Mon 30 Nov`: a day within the next weeks, in the given zone. */
export function shortDay(instant: Date, timeZone: string): string {
  const { year, month, day } = localTime(instant, timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return `${WEEKDAYS[weekday]} ${day} ${MONTHS[month - 1]}`;
}

/** `Mon 30 Nov`, or `Mon 29 Nov 2027` in another year than the current one. */
export function nearDay(instant: Date, timeZone: string): string {
  const { year } = localTime(instant, timeZone);
  const isThisYear = year === localTime(new Date(), timeZone).year;
  return `${shortDay(instant, timeZone)}${isThisYear ? '' : ` ${year}`}`;
}

/** `3:30 PM`: hour and minute of a 24-hour clock in the product's format. */
export function clockTime(hour: number, minute: number): string {
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The year for two or four digits: 26 is 2026, and 85 is 1985. */
export function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length !== 2) return year;
  return year < 69 ? 2000 + year : 1900 + year;
}

function toDate(value: string | Date | null | undefined): Date | undefined {
  if (!value) return undefined;
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** `2026-11-21T15:30` for a datetime-local input, read in the given zone; '' when missing. */
export function toDateTimeInput(value: string | Date | null | undefined, timeZone: string): string {
  const instant = toDate(value);
  if (!instant) return '';
  const at = localTime(instant, timeZone);
  return `${at.year}-${two(at.month)}-${two(at.day)}T${two(at.hour)}:${two(at.minute)}`;
}

/**
 * Returns the instant of a `2026-11-21` or `2026-11-21T15:30` input in the given zone; undefined when
 * unreadable.
 */
export function fromDateTimeInput(input: string, timeZone: string): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(input.trim());
  if (!match) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = match;
  return instantOf(
    {
      year: Number(year),
      month: Number(month),
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
    },
    timeZone,
  );
}

/** Returns the midnight at which the day `2026-11-21` begins in the zone, moved by `days`. */
export function startOfDay(day: string, timeZone: string, days = 0): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match) return undefined;
  const shifted = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + days));
  const sameDay = shifted.getUTCDate() === Number(match[3]) && shifted.getUTCMonth() === Number(match[2]) - 1;
  if (days === 0 && !sameDay) return undefined;
  return instantOf(
    {
      year: shifted.getUTCFullYear(),
      month: shifted.getUTCMonth() + 1,
      day: shifted.getUTCDate(),
      hour: 0,
      minute: 0,
      second: 0,
    },
    timeZone,
  );
}

/** The calendar day of the instant in the zone, as `2026-11-21`. */
export function dayOf(instant: Date, timeZone: string): string {
  const at = localTime(instant, timeZone);
  return `${at.year}-${two(at.month)}-${two(at.day)}`;
}

/** `Newfoundland Time`: the everyday name of a time zone, the same in summer and winter. */
export function zoneName(timeZone: string): string {
  const named = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0);
  return named.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** A named time zone. `+05:30` is refused, since PostgreSQL reads such signs the other way round. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatter(name);
    return true;
  } catch {
    return false;
  }
}
