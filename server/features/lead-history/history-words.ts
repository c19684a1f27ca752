import { contactTimeLabel } from '#shared/activities/contact-times.ts';
import { formatDateTime } from '#shared/values/dates.ts';
import { isId } from '#shared/fields/fields.ts';
import type { FieldChange } from '#shared/leads/lead-history.ts';
import { LEAD_FIELD_KEYS, leadField } from '#shared/fields/lead-fields.ts';
import type {
  CustomFieldKey,
  FieldKey,
  LeadField,
  LeadFieldKey,
  LeadFieldType,
} from '#shared/fields/lead-fields.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { Option } from '#shared/fields/lead-options.ts';
import { formatMoney } from '#shared/values/money.ts';

/** Changes as the history stores them: field → old and new, as JSON. */
export type StoredChanges = Record<string, [unknown, unknown]>;

/** The names, titles and options that turn stored values into text. */
export type Words = {
  /** Names of users and products by id. */
  names: ReadonlyMap<string, string>;
  options: Partial<Record<FieldKey, readonly Option[]>>;
  /** Custom fields, by name. */
  custom: ReadonlyMap<string, { key: CustomFieldKey; field: LeadField }>;
  timeZone: string;
};

/** The maximum length of a text; the lead itself has the full one. */
const MOST_CHARACTERS = 200;

const isReference = (key: LeadFieldKey) => ['user', 'product'].includes(leadField(key).type);

/** Ids of users and products in these changes. */
export function idsInChanges(changes: readonly StoredChanges[]): string[] {
  const ids = changes.flatMap((change) =>
    LEAD_FIELD_KEYS.filter((key) => isReference(key)).flatMap((key) => change[key] ?? []),
  );
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && isId(id)))];
}

/**
 * Changes in readable form, in the order of the catalogue, then of the custom fields; without changes of
 * removed fields.
 */
export function presentedChanges(changes: StoredChanges, words: Words): FieldChange[] {
  const custom = [...words.custom.values()].map(({ key, field }) => [key, field] as const);
  const fields = [...LEAD_FIELD_KEYS.map((key) => [key, leadField(key)] as const), ...custom];
  return fields.flatMap(([field, { type }]) => {
    const change = Object.hasOwn(changes, field) ? changes[field] : undefined;
    if (!Array.isArray(change)) return [];
    const [old, now] = change;
    const inShort = (value: unknown) => shown(field, type, value, words);
    return [{ field, old: inShort(old), new: inShort(now) }];
  });
}

function shown(key: FieldKey, type: LeadFieldType, value: unknown, words: Words): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = inWords(key, type, value, words);
  if (text === '') return null;
  const characters = text.length > MOST_CHARACTERS ? [...text] : [];
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : text;
}

function inWords(
  key: FieldKey,
  type: LeadFieldType,
  value: unknown,
  { names, options, timeZone }: Words,
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
