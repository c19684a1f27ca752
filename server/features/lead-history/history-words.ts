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
import { inWords } from '#server/leads/values/in-words.ts';
import type { ValueWords } from '#server/leads/values/in-words.ts';

/** Changes as the history stores them: field → old and new, as JSON. */
export type StoredChanges = Record<string, [unknown, unknown]>;

/** The names, titles and options that turn stored values into text. */
export type Words = ValueWords & {
  /** Custom fields, by name. */
  custom: ReadonlyMap<string, { key: CustomFieldKey; field: LeadField }>;
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
