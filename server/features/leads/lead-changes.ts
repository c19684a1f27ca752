import { formatDateTime } from '#shared/dates.ts';
import type { FieldChange } from '#shared/lead-history.ts';
import { LEAD_FIELD_KEYS, leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import { optionLabel } from '#shared/lead-options.ts';
import type { Option } from '#shared/lead-options.ts';
import { formatMoney } from '#shared/money.ts';

/** Changes as the history stores them: field → old and new, as JSON. */
export type StoredChanges = Record<string, [unknown, unknown]>;

/** What turns stored values into words. */
export type Words = {
  /** Of users and products, by id. */
  names: ReadonlyMap<string, string>;
  options: Partial<Record<LeadFieldKey, readonly Option[]>>;
  timeZone: string | undefined;
};

/** Longer texts are cut; the lead itself has them whole. */
const MOST_CHARACTERS = 200;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const isReference = (key: LeadFieldKey) => ['user', 'product'].includes(leadField(key).type);

/** Ids of users and products in these changes. */
export function idsInChanges(changes: readonly StoredChanges[]): string[] {
  const ids = changes.flatMap((change) =>
    LEAD_FIELD_KEYS.filter((key) => isReference(key)).flatMap((key) => change[key] ?? []),
  );
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && UUID.test(id)))];
}

/** Changes for people, in the order of the catalogue. */
export function presentedChanges(changes: StoredChanges, words: Words): FieldChange[] {
  return LEAD_FIELD_KEYS.flatMap((field) => {
    const change = Object.hasOwn(changes, field) ? changes[field] : undefined;
    if (!Array.isArray(change)) return [];
    const [old, now] = change;
    return [{ field, old: shown(field, old, words), new: shown(field, now, words) }];
  });
}

function shown(key: LeadFieldKey, value: unknown, words: Words): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = inWords(key, value, words);
  if (text === '') return null;
  const characters = text.length > MOST_CHARACTERS ? [...text] : [];
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : text;
}

function inWords(key: LeadFieldKey, value: unknown, { names, options, timeZone }: Words): string {
  const { type } = leadField(key);
  if (type === 'user') return names.get(String(value)) ?? 'Unknown user';
  if (type === 'product') return names.get(String(value)) ?? 'Unknown product';
  if (type === 'datetime') return formatDateTime(String(value), timeZone);
  if (type === 'money') return formatMoney(Number(value));
  if (type === 'checkbox') return value ? 'Yes' : 'No';
  if (type === 'select' || key === 'call_status') return optionLabel(String(value), options[key]);
  if (Array.isArray(value)) return value.join(', ');
  return key === 'age' && value === 0 ? '' : String(value);
}
