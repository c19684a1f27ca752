import { formatDateTime, fromDateTimeInput } from '#shared/values/dates.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { formatMoney } from '#shared/values/money.ts';
import { joinTags, splitTags } from '#shared/values/tag-text.ts';
import { contactTimeLabel } from '#shared/activities/contact-times.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

export type WordContext = {
  settings: FieldSettings;
  timeZone: string;
  /** Id → name, for the known users and products. */
  names: ReadonlyMap<string, string>;
};

/** The text of an input for display: labels, names, money, dates. */
export function inputWords(field: FieldKey, text: string, context: WordContext): string {
  const { settings, timeZone, names } = context;
  const { type } = settings.field(field);
  const value = text.trim();
  if (type === 'checkbox') return value === 'true' ? 'Yes' : 'No';
  if (type === 'user') return value ? (names.get(value) ?? 'Another user') : 'Unassigned';
  if (value === '') return 'Nothing';
  if (type === 'product') return names.get(value) ?? 'Another product';
  if (field === 'preferred_contact_time') return contactTimeLabel(value);
  if (type === 'select') return optionLabel(value, settings.options(field));
  if (type === 'money') return formatMoney(Number(value));
  if (type === 'datetime') return formatDateTime(fromDateTimeInput(value, timeZone), timeZone);
  return type === 'tags' ? joinTags(splitTags(value)) : value;
}
