import type { LeadFilter } from '#shared/fields/filter-kinds.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

const WORDS: Readonly<Record<string, string>> = {
  planned: 'Any planned',
  none: 'None planned',
  ever: 'Ever contacted',
};

/** `Last 7 days` for `last_7_days`. */
export function dayWords(word: string): string {
  const text = WORDS[word] ?? word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The options of a filter: the offered periods, and others that the address names. */
export function dayChoices(
  offers: readonly string[],
  chosen: readonly string[],
): { value: string; label: string }[] {
  return [...new Set([...offers, ...chosen])].map((value) => ({ value, label: dayWords(value) }));
}

/** The title of a filter's chip: its field's, which the client can change, or its label. */
export const filterTitle = ({ field, suffix, label }: LeadFilter, fields: FieldSettings): string =>
  [field ? fields.title(field) : label, suffix].filter(Boolean).join(' ');
