import type { FieldKey } from '#shared/lead-fields.ts';
import type { Lead } from '#shared/lead.ts';
import { valueOf } from '#shared/lead.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';

/** The fields that say how good a lead is. */
export const QUALIFICATION: readonly FieldKey[] = [
  'lead_score',
  'interest_level',
  'budget',
  'location',
  'age',
  'gender',
  'product_id',
];
/** The dates of a lead's events. */
export const DATES: readonly FieldKey[] = ['created_at', 'last_contacted_at', 'converted_at'];

/** The heading shows these fields beside the name. */
const HEADING: readonly FieldKey[] = ['name', 'designation'];

/**
 * The fields of a card that the client shows anywhere, in the client's order. A field that the catalogue shows nowhere, such
 * as the score, cannot be hidden alone: such a field goes with the other fields of its card.
 */
export function cardFields({ all, field, isShown }: FieldSettings, card: readonly FieldKey[]): FieldKey[] {
  if (!card.some(isShown)) return [];
  const goesAlong = (key: FieldKey) => !field(key).table && !field(key).form;
  return all.filter((key) => card.includes(key) && (isShown(key) || goesAlong(key)));
}

/** Whether a field's values are read over the whole width: texts of several lines, and tags. */
export function isLong({ field }: FieldSettings, key: FieldKey): boolean {
  return ['textarea', 'tags'].includes(field(key).type);
}

/** Fields that the client shows in forms alone and the lead has a value in, but for those of heading and cards. */
export function unlistedFields(fields: FieldSettings, lead: Lead): FieldKey[] {
  const { form, table } = fields;
  const elsewhere = [...HEADING, ...QUALIFICATION, ...DATES, ...table];
  return form.filter((key) => !elsewhere.includes(key) && hasValue(valueOf(lead, key)));
}

const hasValue = (value: ReturnType<typeof valueOf>) =>
  value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);

/** The lead's place in working life, such as 'Owner at Acme', as far as the client shows it. */
export function positionOf(lead: Lead, { isShown }: FieldSettings): string {
  const parts = (['designation', 'company_name'] as const).filter(isShown).map((key) => lead[key]);
  return parts.filter(Boolean).join(' at ');
}
