import * as z from 'zod/mini';
import type { LeadFieldType } from '#shared/fields/lead-fields.ts';

/** Filters by custom fields, by name. */
export type CustomFilters = Record<string, string>;

const Filters = z.record(
  z.string().check(z.regex(/^[a-z0-9_]{1,40}$/)),
  z.string().check(z.minLength(1), z.maxLength(200)),
);

/**
 * Reads the `custom` filter of the lead list: a JSON object like `{"shirt_size":"L","seats":"10..20"}`. The
 * meaning of a value depends on the type of its field: see `customFilterKind`. Returns undefined for any
 * other text.
 */
export function readCustomFilters(text: string): CustomFilters | undefined {
  try {
    const sent: unknown = JSON.parse(text);
    const read = Filters.safeParse(sent);
    // The schema silently drops names like `__proto__`, which are no field names either.
    const isWhole = read.success && Object.keys(read.data).length === Object.keys(sent as object).length;
    return isWhole ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the `custom` filter as the API takes it, '' without filters. Sorted, so that equal filters give
 * equal text.
 */
export function writeCustomFilters(filters: CustomFilters): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return set.length === 0
    ? ''
    : JSON.stringify(Object.fromEntries(set.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/**
 * How a filter's value is read: as exactly this option or tag; `true` or `false`; a part of the text in any
 * case; or a range of numbers or of days in the client's time zone, with both ends included and either
 * optional: `10..20`, `10..`, `..20`.
 */
export type CustomFilterKind = 'exact' | 'tag' | 'flag' | 'part' | 'numbers' | 'days';

export function customFilterKind(type: LeadFieldType): CustomFilterKind {
  if (type === 'select') return 'exact';
  if (type === 'tags') return 'tag';
  if (type === 'checkbox') return 'flag';
  if (type === 'number' || type === 'money') return 'numbers';
  return type === 'datetime' ? 'days' : 'part';
}

/** Returns the ends of a range, for example `10..20`. A value without dots is both ends. '' is open. */
export function rangeEnds(value: string): [from: string, to: string] {
  const dots = value.indexOf('..');
  return dots < 0 ? [value, value] : [value.slice(0, dots).trim(), value.slice(dots + 2).trim()];
}

/** Returns `10..20` from its ends; '' when both are open. */
export function rangeText(from: string, to: string): string {
  return from === '' && to === '' ? '' : `${from}..${to}`;
}
