import type { CellValue } from 'hucre/xlsx';

/** A number as a person would type it: all digits, never an exponent, no binary rounding errors. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '';
  // A spreadsheet shows 15 digits; 0.1 + 0.2 is 0.3 in it.
  const rounded = Number(value.toPrecision(15));
  if (Number.isInteger(rounded))
    return Number.isSafeInteger(rounded) ? String(rounded) : BigInt(rounded).toString();
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(20).replace(/0{1,20}$/, '') : text;
}

/**
 * A date cell as a local date-time without zone: `2021-04-15`, `2021-04-15 00:03:00`; a time on its own is
 * `10:30`.
 */
export function dateText(date: Date): string {
  const rounded = new Date(Math.round(date.getTime() / 1000) * 1000);
  if (Number.isNaN(rounded.getTime())) return '';
  const [day, time = ''] = rounded.toISOString().slice(0, 19).split('T');
  if (rounded.getTime() < FIRST_DAY) return time.endsWith(':00') ? time.slice(0, 5) : time;
  return time === '00:00:00' ? (day ?? '') : `${day} ${time}`;
}

/** Serial number 1 of both date systems is later; an earlier date is a time of day. */
const FIRST_DAY = Date.UTC(1900, 0, 1);

export function cellOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value instanceof Date ? dateText(value) : '';
}
