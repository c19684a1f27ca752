import { clockTime, fromDateTimeInput, fullYear } from '#shared/values/dates.ts';
import { asciiDigits } from '#shared/values/numbers.ts';

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})(?:\s*[-/.]\s*|\s+)(\d{1,2})(?:\s*[-/.]\s*|\s+)(\d{4}|\d{2})$/;
const COMPACT = /^(\d{2})(\d{2})(\d{4})$/;
/** A day, followed by `9:00 AM`, `9 am` or `14:30`. A bare hour may be part of the day. */
const WITH_TIME = /^(.+?)(?:[\s,]+|T)(\d{1,2})(?:[:.](\d{2})(?::\d{2})?)?\s*(?:([ap])\.?m\.?)?$/i;

/** The default time of a moment. */
const MORNING = '09:00';

/**
 * Reads a day as people write it, day first, in digits of any script: `2026-11-30` for 30/11/2026, 30.11.26,
 * 30 11 2026, 30112026 and 2026-11-30. Undefined for anything else, and for days that don't exist. While the
 * text is not `isDone`, also for a two-digit year, which may be half of a longer one.
 */
export function readDay(text: string, isDone = true): string | undefined {
  const tidy = asciiDigits(text).trim();
  const first = YEAR_FIRST.exec(tidy);
  const last = DAY_FIRST.exec(tidy) ?? COMPACT.exec(tidy);
  const [year = '', month = '', day = ''] = first ? first.slice(1) : (last?.slice(1).toReversed() ?? []);
  if (year.length === 2 && !isDone) return undefined;
  const read = `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return fromDateTimeInput(read, 'UTC') ? read : undefined;
}

/**
 * Reads a day and a time as people write them: `2026-11-30 09:00:00`. The time defaults to nine in the
 * morning.
 */
export function readMoment(text: string, isDone = true): string | undefined {
  const tidy = asciiDigits(text).trim();
  const day = readDay(tidy, isDone);
  if (day) return `${day} ${MORNING}:00`;
  const [, date = '', hour = '', minute, half] = WITH_TIME.exec(tidy) ?? [];
  const before = readDay(date);
  const time = before && (minute ?? half) !== undefined && readTime(Number(hour), minute ?? '00', half);
  return time ? `${before} ${time}:00` : undefined;
}

function readTime(hour: number, minute: string, half: string | undefined): string | undefined {
  if (half && (hour < 1 || hour > 12)) return undefined;
  const whole = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
  return whole < 24 && Number(minute) < 60 ? `${String(whole).padStart(2, '0')}:${minute}` : undefined;
}

/** `30/11/2026` for `2026-11-30`; undefined for a text that is not a day. */
export function showDay(value: string): string | undefined {
  const [year, month, day] = value.split('-');
  return readDay(value) === value ? `${day}/${month}/${year}` : undefined;
}

/** Whether a day input is empty or holds a day. */
export function isDayOrEmpty(value: string): boolean {
  return value === '' || showDay(value) !== undefined;
}

/** `30/11/2026, 9:00 AM` for `2026-11-30 09:00:00`; undefined for a text that is not a moment. */
export function showMoment(value: string): string | undefined {
  const [date = '', time] = value.split(' ');
  const day = showDay(date);
  if (!day || !time || !fromDateTimeInput(value, 'UTC')) return undefined;
  return `${day}, ${clockTime(Number(time.slice(0, 2)), Number(time.slice(3, 5)))}`;
}
