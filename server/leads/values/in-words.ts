import { contactTimeLabel } from '#shared/activities/contact-times.ts';
import type { FieldKey, LeadFieldType } from '#shared/fields/lead-fields.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { Option } from '#shared/fields/lead-options.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import { formatMoney } from '#shared/values/money.ts';

/** The names and options that turn stored values into text. */
export type ValueWords = {
  /** Names of users and products by id. */
  names: ReadonlyMap<string, string>;
  options: Partial<Record<FieldKey, readonly Option[]>>;
  timeZone: string;
};

/** A stored value of a field as text; empty for the age 0, which stands for none. */
export function inWords(
  key: FieldKey,
  type: LeadFieldType,
  value: unknown,
  { names, options, timeZone }: ValueWords,
): string {
  if (type === 'user') return names.get(String(value)) ?? 'Unknown user';
  if (type === 'product') return names.get(String(value)) ?? 'Unknown product';
  if (type === 'datetime') return formatDateTime(String(value), timeZone);
  if (type === 'money') return formatMoney(Number(value));
  if (type === 'checkbox') return value ? 'Yes' : 'No';
  if (type === 'select' || key === 'call_status') return optionLabel(String(value), options[key]);
  if (key === 'preferred_contact_time') return contactTimeLabel(String(value));
  if (Array.isArray(value)) return value.join(', ');
  return key === 'age' && value === 0 ? '' : String(value);
}
