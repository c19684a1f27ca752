import { formatDateTime } from '#shared/values/dates.ts';
import { contactTimeLabel } from '#shared/activities/contact-times.ts';
import type { FieldConfiguration } from '#shared/fields/field-configuration.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { valueOf } from '#shared/leads/lead.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { formatMoney } from '#shared/values/money.ts';
import { fillIn, meaningsOf } from '#shared/values/placeholders.ts';
import type { Filled, Meaning, Meanings } from '#shared/values/placeholders.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

/** Everything that a text's placeholders refer to. */
export type Subject = {
  lead: Lead;
  fields: FieldSettings;
  timeZone: string;
  /** The names of the signed-in user and of the company the user writes for. */
  me: string;
  company: string;
};

/** A title before a name. It isn't used as the first name. */
const TITLE = /^(?:mrs?|ms|miss|dr|prof|er|adv|ca|shri|smt|sri|श्री|श्रीमती|डॉ)\.?\s+/iu;

/** Returns the text of a placeholder's value; '' if the lead has none. */
function wordsOf(meaning: Meaning, { lead, fields, timeZone, me, company }: Subject): string {
  switch (meaning) {
    case 'me':
      return me;
    case 'company':
      return company;
    case 'first_name':
      return lead.name.trim().replace(TITLE, '').split(/\s+/)[0] ?? '';
    case 'product_id':
      return lead.product_name ?? '';
    case 'assigned_to':
      return lead.assigned_user_name ?? '';
    case 'created_by':
      return lead.created_user_name ?? '';
    case 'updated_by':
      return lead.updated_user_name ?? '';
    case 'preferred_contact_time':
      return contactTimeLabel(lead.preferred_contact_time ?? '');
    case 'age':
      return lead.age > 0 ? String(lead.age) : '';
    default:
  }
  const value = valueOf(lead, meaning);
  const { type } = fields.field(meaning);
  if (value === null || value === '') return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return type === 'money' ? formatMoney(value) : String(value);
  if (type === 'datetime') return formatDateTime(value, timeZone);
  const options = fields.options(meaning);
  return options.length > 0 ? optionLabel(value, options) : value;
}

/** The placeholders for the fields of a client. */
export function meaningsIn(fields: FieldSettings): Meanings {
  const titles = fields.all.map((key) => [key, { title: fields.title(key) }] as const);
  return meaningsOf(Object.fromEntries(titles) as Partial<FieldConfiguration>);
}

/** Returns a text filled in for a lead. */
export const filledFor = (text: string, meanings: Meanings, subject: Subject): Filled =>
  fillIn(text, meanings, (meaning) => wordsOf(meaning, subject));

/** 'This lead has no product, no location.' */
export function missingWords(missing: readonly string[]): string {
  const [last = '', ...others] = missing.toReversed();
  return `This lead has no ${[...others.toReversed().map((name) => `${name}, no `), last].join('')}.`;
}
