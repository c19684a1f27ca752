import { formatDateTime, fromDateTimeInput } from '#shared/values/dates.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { formatMoney } from '#shared/values/money.ts';
import { joinTags, splitTags } from '#shared/values/tag-text.ts';
import { contactTimeLabel } from '#shared/activities/contact-times.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

type WordContext = {
  settings: FieldSettings;
  timeZone: string;
  /** The name of a known user or product. */
  nameOf: (id: string) => string | undefined;
};

/** The text of an input for display: labels, names, money, dates. */
export function inputWords(field: FieldKey, text: string, context: WordContext): string {
  const { settings, timeZone, nameOf } = context;
  const { type } = settings.field(field);
  const value = text.trim();
  if (type === 'checkbox') return value === 'true' ? 'Yes' : 'No';
  if (type === 'user') return value ? (nameOf(value) ?? 'Another user') : 'Unassigned';
  if (value === '') return 'Nothing';
  if (type === 'product') return nameOf(value) ?? 'Another product';
  if (field === 'preferred_contact_time') return contactTimeLabel(value);
  if (type === 'select') return optionLabel(value, settings.options(field));
  if (type === 'money') return formatMoney(Number(value));
  if (type === 'datetime') return formatDateTime(fromDateTimeInput(value, timeZone), timeZone);
  return type === 'tags' ? joinTags(splitTags(value)) : value;
}
