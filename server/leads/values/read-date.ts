import { fullYear, instantOf } from '#shared/values/dates.ts';
import type { LocalTime } from '#shared/values/dates.ts';
import type { DateOrder } from '#shared/leads/lead-import.ts';
import { asciiDigits } from '#shared/values/numbers.ts';
import { dateText } from '#server/spreadsheets/xlsx/sheet-values.ts';

/**
 * How a column's dates are written: in one order, in both (the named one then applies to ambiguous dates), or
 * as a spreadsheet's serial number.
 */
export type DateForm = DateOrder | `mixed_${DateOrder}` | 'serial';

/** Days since the end of 1899, with the time of day as decimals: the years from 1954 to 2064. */
const SERIAL = /^[2-5]\d{4}(?:\.\d+)?$/;
/** Day 0 of the two date systems of Excel. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

/** Whether a cell may be a date shown as its serial number. */
export function isSerial(cell: string): boolean {
  return SERIAL.test(cell.trim());
}

/** Turns 45425.5 into `2024-05-13 12:00:00`. */
const serialText = (cell: string, system: keyof typeof EPOCHS) =>
  dateText(new Date(EPOCHS[system] + Math.round(Number(cell) * 86_400) * 1000));

const TIME = String.raw`(?:\s*[T,|@]?\s*(?:at )?(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?)?\s*([ap])?(?:\.?\s?m\.?)?)?`;
const ZONE = String.raw`\s*(Z|UTC|GMT|IST|(?:UTC|GMT)[+-]\d{1,2}(?::?\d{2})?|[+-]\d{2}:?(?:\d{2})?)?(?:\s*\([^)]*\))?`;
const WEEKDAY = String.raw`(?:[a-z]{3,9},?\s+)?`;
const whole = (date: string) => new RegExp(`^${date}${TIME}${ZONE}$`, 'i');

const YEAR_FIRST = whole(String.raw`(\d{4})([-/.])(\d{1,2})\2(\d{1,2})`);
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const NUMERIC = whole(String.raw`(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})`);
const DAY_NAME = whole(
  String.raw`${WEEKDAY}(\d{1,2})(?:st|nd|rd|th)?[\s,./-]+([a-z]{3,9})\.?[\s,./-]+(\d{4}|\d{2})`,
);
const NAME_DAY = whole(
  String.raw`${WEEKDAY}([a-z]{3,9})\.?[\s./-]+(\d{1,2})(?:st|nd|rd|th)?[\s,./-]+(\d{4})`,
);
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** The date order that a value proves for its column; undefined when the value proves none. */
export function dateOrderOf(cell: string): DateOrder | 'ambiguous' | undefined {
  const match = NUMERIC.exec(tidy(cell));
  if (!match) return undefined;
  const [first, second] = [Number(match[1]), Number(match[3])];
  if (first === second || first > 31 || second > 31 || (first > 12 && second > 12)) return undefined;
  if (first > 12) return 'day_first';
  return second > 12 ? 'month_first' : 'ambiguous';
}

/**
 * A parser of date cells for one time zone: the instant as ISO text, undefined when the cell contains no
 * existing date. Dates without a zone are in this time zone; serial numbers count from 1900, or from 1904.
 */
export function dateReader(
  timeZone: string,
  system: keyof typeof EPOCHS = 1900,
): (cell: string, form: DateForm) => string | undefined {
  const toInstant = instantReader(timeZone);
  return (cell, form) => {
    const text = tidy(form === 'serial' && isSerial(cell) ? serialText(cell, system) : cell);
    const order: DateOrder = form.endsWith('month_first') ? 'month_first' : 'day_first';
    const instant = (read: Parsed | undefined) =>
      read &&
      (read.zone === undefined ? toInstant(read.local) : inZone(read.local, read.zone))?.toISOString();
    const found = instant(parse(text, order));
    if (found !== undefined || !form.startsWith('mixed_')) return found;
    return instant(parse(text, order === 'day_first' ? 'month_first' : 'day_first'));
  };
}

const tidy = (cell: string) =>
  asciiDigits(cell)
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim();

type Parsed = { local: LocalTime; zone: string | undefined };

function parse(text: string, order: DateOrder): Parsed | undefined {
  let match = YEAR_FIRST.exec(text);
  if (match) return build(match[1], match[3], match[4], match, 5);
  match = NUMERIC.exec(text);
  if (match) {
    const [day, month] = order === 'day_first' ? [match[1], match[3]] : [match[3], match[1]];
    return build(match[4], month, day, match, 5);
  }
  match = DAY_NAME.exec(text);
  if (match) return build(match[3], monthNumber(match[2]), match[1], match, 4);
  match = NAME_DAY.exec(text);
  if (match) return build(match[3], monthNumber(match[1]), match[2], match, 4);
  match = COMPACT.exec(text) ?? unixStyle(text);
  return match ? build(match[1], match[2], match[3], match, 4) : undefined;
}

/** `Thu Apr 15 00:03:00 2021`, rearranged to year, month, day, time. */
function unixStyle(text: string): RegExpExecArray | null {
  const match = /^[a-z]{3} ([a-z]{3}) (\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/i.exec(text);
  const month = match && monthNumber(match[1]);
  if (!match || !month) return null;
  return /^(\d{4})-(\d+)-(\d+) (\d+):(\d+):(\d+)$/.exec(
    `${match[6]}-${month}-${match[2]} ${match[3]}:${match[4]}:${match[5]}`,
  );
}

/** The number of an English month by its full or short name; undefined for any other word. */
function monthNumber(name = ''): string | undefined {
  const folded = name.toLowerCase();
  const short = folded === 'sept' ? 'sep' : folded;
  const index = MONTHS.findIndex((month) => month === short || month.slice(0, 3) === short);
  return index < 0 ? undefined : String(index + 1);
}

/** `at` is the index of hour, minute, second, a/p and zone in the match. */
function build(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  match: RegExpExecArray,
  at: number,
): Parsed | undefined {
  if (!year || !month || !day) return undefined;
  const [hourText, minute = '0', second = '0', half] = match.slice(at, at + 4);
  let hour = Number(hourText ?? 0);
  if (hourText !== undefined && match[at + 1] === undefined && !half) return undefined;
  if (half) {
    if (hour < 1 || hour > 12) {
      if (hour > 23) return undefined;
    } else hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  return {
    local: {
      year: fullYear(year),
      month: Number(month),
      day: Number(day),
      hour,
      minute: Number(minute),
      second: Number(second),
    },
    zone: match[at + 4]?.toUpperCase(),
  };
}

/** The instant of a local time whose UTC offset is in the text itself. */
function inZone(local: LocalTime, zone: string): Date | undefined {
  const utc = instantOf(local, 'UTC');
  if (!utc) return undefined;
  if (zone === 'IST') return new Date(utc.getTime() - 330 * 60_000);
  const offset = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!offset) return utc;
  const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
  return minutes > 14 * 60
    ? undefined
    : new Date(utc.getTime() - (offset[1] === '-' ? -minutes : minutes) * 60_000);
}

/**
 * `instantOf` for one zone, caching the UTC offset per hour of local time: calling Intl for each of a hundred
 * thousand cells would take longer than all other work. Hours in which clocks change are not cached.
 */
function instantReader(timeZone: string): (local: LocalTime) => Date | undefined {
  const starts = new Map<number, number>();
  /** The instant when the hour begins, or NaN if the clocks change during it. */
  const startOf = (local: LocalTime) => {
    const start = instantOf({ ...local, minute: 0, second: 0 }, timeZone)?.getTime() ?? Number.NaN;
    const end = instantOf({ ...local, minute: 59, second: 0 }, timeZone)?.getTime();
    return end === start + 59 * 60_000 ? start : Number.NaN;
  };
  return (local) => {
    const { year, month, day, hour, minute, second } = local;
    if (minute > 59 || second > 59) return undefined;
    // Each part has at most two digits, so that 31/02 does not share a cache entry with 03/03.
    const key = ((year * 100 + month) * 100 + day) * 100 + hour;
    let start = starts.get(key);
    if (start === undefined) {
      if (starts.size > 50_000) starts.clear();
      starts.set(key, (start = startOf(local)));
    }
    return Number.isNaN(start)
      ? instantOf(local, timeZone)
      : new Date(start + minute * 60_000 + second * 1000);
  };
}
