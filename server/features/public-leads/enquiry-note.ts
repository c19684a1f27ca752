import { LEAD_FIELD_KEYS, leadField } from '#shared/fields/lead-fields.ts';
import type { FieldKey, LeadField, LeadFieldKey } from '#shared/fields/lead-fields.ts';
import type { NewLead } from '#shared/leads/lead.ts';
import { foldText } from '#shared/values/fold-text.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { StoredLead } from '#server/leads/changes/lead-changes.queries.ts';
import type { FieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { inWords } from '#server/leads/values/in-words.ts';
import { phoneForms } from '#server/phone.ts';

export type EnquiryFields = Omit<NewLead, 'version' | 'notes'>;

export type NewEnquiry = {
  options: FieldOptions;
  fields: EnquiryFields;
  message?: string | null | undefined;
  /** The name of the product that was asked for, if `fields` has its id. */
  product?: string | undefined;
  /** How the enquiry arrived, completing "New enquiry through": "the website". */
  through: string;
  /** The users to notify of a lead that is unassigned, or whose assignee has left. */
  leaders: readonly string[];
  /** The moment it was made, if that is not now. */
  at?: Date;
};

/** The product has a name of its own, and nobody sends an owner. */
const NOT_SENT: readonly LeadFieldKey[] = ['product_id', 'assigned_to'];

/**
 * The words of a new enquiry from a known person, under a heading: the message, and every value that was sent
 * and is not the lead's.
 */
export function noteOf(client: ClientRef, lead: StoredLead, enquiry: NewEnquiry): string {
  const { fields, message, product, through } = enquiry;
  const heading = `New enquiry through ${through}, ${formatDateTime(new Date(), client.timeZone)}`;
  const isOther = product !== undefined && fields.product_id !== lead.product_id;
  const lines = [...otherValues(client, lead, enquiry), ...(isOther ? [`Product: ${product}`] : [])];
  const words = [message, lines.join('\n')].filter(Boolean).join('\n\n');
  return words ? `${heading}:\n${words}` : heading;
}

/** The sent values that are not the lead's, as lines: `Budget: ₹5,00,000`. */
function otherValues(
  client: ClientRef,
  lead: StoredLead,
  { fields, options, through }: NewEnquiry,
): string[] {
  const words = { names: new Map<string, string>(), options: options.options, timeZone: client.timeZone };
  const sent: Partial<Record<LeadFieldKey, unknown>> = fields;
  const values: readonly (readonly [FieldKey, LeadField, now: unknown, sent: unknown])[] = [
    ...LEAD_FIELD_KEYS.filter((key) => !NOT_SENT.includes(key)).map(
      (key) => [key, leadField(key), lead[key], sent[key]] as const,
    ),
    ...[...options.custom.values()].map(
      ({ key, name, field }) => [key, field, lead.custom[name], fields.custom?.[name]] as const,
    ),
  ];
  const textOf = (key: FieldKey, type: LeadField['type'], value: unknown) =>
    value === undefined || value === null || value === false ? '' : inWords(key, type, value, words);
  // A name or a source may stand in for one that was not sent.
  const known = [through, fields.email, fields.phone];
  return values.flatMap(([key, { title, type }, now, value]) => {
    const [text, old] = [textOf(key, type, value), textOf(key, type, now)];
    if (text === '' || ((key === 'name' || key === 'source') && known.includes(text))) return [];
    const forms = type === 'phone' ? phoneForms(text, client.country) : [];
    const numbers = phoneForms(old, client.country);
    const isSame =
      forms.length > 0 ? forms.every((form) => numbers.includes(form)) : foldText(old) === foldText(text);
    return isSame ? [] : [`${title}: ${text}`];
  });
}
