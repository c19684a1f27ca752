import { customFilterKind, rangeEnds } from '#shared/fields/custom-filters.ts';
import type { LeadField } from '#shared/fields/lead-fields.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { formatMoney } from '#shared/values/money.ts';

/** A filter by a custom field as text: `Large`, `Yes`, `10 to 20`, `From 01/11/2026`. */
export function customFilterWords({ type, options }: LeadField, value: string): string {
  const kind = customFilterKind(type);
  if (kind === 'exact') return optionLabel(value, options);
  if (kind === 'flag') return value === 'true' ? 'Yes' : 'No';
  if (kind !== 'numbers' && kind !== 'days') return value;
  const [from, to] = rangeEnds(value).map((end) => end && endWords(type, end));
  if (from && to) return from === to ? from : `${from} to ${to}`;
  return from ? `From ${from}` : `Up to ${to}`;
}

function endWords(type: LeadField['type'], end: string): string {
  if (type === 'money') return formatMoney(Number(end));
  return type === 'datetime' ? end.split('-').toReversed().join('/') : end;
}
