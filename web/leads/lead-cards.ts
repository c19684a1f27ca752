import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { valueOf } from '#shared/leads/lead.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

/** The fields that show how good a lead is. */
export const QUALIFICATION: readonly FieldKey[] = [
  'lead_score',
  'interest_level',
  'budget',
  'location',
  'age',
  'gender',
  'product_id',
];
/** The page's title and the badges below it show these fields. */
const HEADING: readonly FieldKey[] = ['name', 'designation', 'status'];

/**
 * The fields of a card of the popup that the client shows anywhere, in the client's order. Those that the
 * catalogue shows nowhere, like the score, appear along with the other fields of their card.
 */
export function cardFields({ all, field, isShown }: FieldSettings, card: readonly FieldKey[]): FieldKey[] {
  if (!card.some(isShown)) return [];
  const goesAlong = (key: FieldKey) => !field(key).table && !field(key).form;
  return all.filter((key) => card.includes(key) && (isShown(key) || goesAlong(key)));
}

/** Whether a field needs the full width: multi-line texts and tags. */
export function isLong({ field }: FieldSettings, key: FieldKey): boolean {
  return ['textarea', 'tags'].includes(field(key).type);
}

/** Fields with a value that the client only shows in forms, except those of the heading and the cards. */
export function unlistedFields(fields: FieldSettings, lead: Lead): FieldKey[] {
  const { form, table } = fields;
  const elsewhere = [...HEADING, ...QUALIFICATION, ...table];
  return form.filter((key) => !elsewhere.includes(key) && hasValue(valueOf(lead, key)));
}

const hasValue = (value: ReturnType<typeof valueOf>) =>
  value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);

/** The lead's job, for example 'Owner at Acme', from the fields that the client shows. */
export function positionOf(lead: Lead, { isShown }: FieldSettings): string {
  const parts = (['designation', 'company_name'] as const).filter(isShown).map((key) => lead[key]);
  return parts.filter(Boolean).join(' at ');
}
