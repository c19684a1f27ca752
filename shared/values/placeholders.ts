import type { FieldConfiguration } from '#shared/fields/field-configuration.ts';
import { isFieldKey } from '#shared/fields/custom-fields.ts';
import { LEAD_FIELDS, LEAD_FIELD_KEYS, foldTitle } from '#shared/fields/lead-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';

/**
 * A placeholder in a text: `{first name}`, or with a fallback for leads without the value: `{product|our
 * products}`.
 */
const PLACE = /\{(\s*[^{}|\s][^{}|\n]{0,99})(?:\|([^{}\n]*))?\}/g;

/**
 * Placeholders besides the fields of a lead: the lead's first name, the signed-in user, and the user's
 * company.
 */
const BESIDES = { firstname: 'first_name', me: 'me', company: 'company' } as const;

/** Returns the value of a placeholder. */
export type Meaning = FieldKey | (typeof BESIDES)[keyof typeof BESIDES];

/** Placeholders by their folded names. */
export type Meanings = ReadonlyMap<string, Meaning>;

/**
 * The placeholder names for the fields of a client: the field's key, the client's title and the catalogue's
 * title. The first field with a name wins; `company` is the user's company, and `company name` the lead's.
 */
export function meaningsOf(configuration: Partial<FieldConfiguration>): Meanings {
  const meanings = new Map<string, Meaning>(Object.entries(BESIDES));
  const settings = Object.entries(configuration).filter(([key]) => isFieldKey(key)) as [
    FieldKey,
    { title: string },
  ][];
  const named: [string, FieldKey][] = [
    ...LEAD_FIELD_KEYS.map((key): [string, FieldKey] => [key, key]),
    ...settings.map(([key, { title }]): [string, FieldKey] => [title, key]),
    ...LEAD_FIELD_KEYS.map((key): [string, FieldKey] => [LEAD_FIELDS[key].title, key]),
  ];
  for (const [name, key] of named) {
    const folded = foldTitle(name);
    if (folded !== '' && !meanings.has(folded)) meanings.set(folded, key);
  }
  return meanings;
}

/** Returns the message about the first unknown placeholder of a text; undefined when it has none. */
export function unknownPlaceholder(text: string, meanings: Meanings): string | undefined {
  for (const [place, name = ''] of text.matchAll(PLACE))
    if (!meanings.has(foldTitle(name)))
      return `There is no field for ${place}. Choose a field from the list.`;
  return undefined;
}

/** A text with its placeholders filled in, and the names of those for which the lead has no value. */
export type Filled = { text: string; missing: string[] };

/** Fills in a text. A missing value is left out, with the spaces around it. */
export function fillIn(text: string, meanings: Meanings, valueOf: (meaning: Meaning) => string): Filled {
  const missing = new Set<string>();
  const filled = text.replaceAll(PLACE, (_, name: string, otherwise?: string) => {
    const meaning = meanings.get(foldTitle(name));
    const value = (meaning && valueOf(meaning)) || otherwise?.trim();
    if (!value) missing.add(name.trim());
    return value ?? '';
  });
  return { text: missing.size > 0 ? closed(filled) : filled, missing: [...missing] };
}

/** The text without the spaces around a missing value. */
const closed = (text: string) =>
  text
    .replaceAll(/[ \t]+([,.;:!?।]?)/g, (blanks, sign: string) => sign || (blanks.length > 1 ? ' ' : blanks))
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
