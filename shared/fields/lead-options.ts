import { foldText } from '#shared/values/fold-text.ts';

export type Option = { value: string; label: string };

/** The meaning of a status for the deal: still open, won or lost. */
export type StatusMeaning = 'open' | 'won' | 'lost';
export type StatusOption = Option & { meaning: StatusMeaning };

export const STATUS_OPTIONS: readonly StatusOption[] = [
  { value: 'new', label: 'New', meaning: 'open' },
  { value: 'contacted', label: 'Contacted', meaning: 'open' },
  { value: 'qualified', label: 'Qualified', meaning: 'open' },
  { value: 'converted', label: 'Converted', meaning: 'won' },
  { value: 'lost', label: 'Lost', meaning: 'lost' },
];

export const SOURCE_OPTIONS: readonly Option[] = [
  { value: 'website', label: 'Website' },
  { value: 'social_media', label: 'Social Media' },
  { value: 'referral', label: 'Referral' },
  { value: 'advertisement', label: 'Advertisement' },
  { value: 'other', label: 'Other' },
];

export const INTEREST_LEVELS: readonly Option[] = [
  { value: 'high', label: 'High' },
  { value: 'medium', label: 'Medium' },
  { value: 'low', label: 'Low' },
];

/** The default reasons for lost leads, until a client sets its own. */
export const LOST_REASONS: readonly Option[] = [
  { value: 'too_expensive', label: 'Too expensive' },
  { value: 'chose_competitor', label: 'Chose a competitor' },
  { value: 'no_budget', label: 'No budget' },
  { value: 'no_need', label: 'No need any more' },
  { value: 'not_reachable', label: 'Not reachable' },
  { value: 'other', label: 'Other' },
];

export const GENDERS: readonly Option[] = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'other', label: 'Other' },
];

const WON = ['won', 'closed_won', 'converted'];
const LOST = ['lost', 'closed_lost'];

/** The meaning of a status that no configuration names: won or lost for well-known values, else open. */
export function statusMeaning(
  status: string,
  options: readonly StatusOption[] = STATUS_OPTIONS,
): StatusMeaning {
  const known = options.find((option) => option.value === status);
  if (known) return known.meaning;
  const folded = foldOption(status);
  if (WON.includes(folded)) return 'won';
  return LOST.includes(folded) ? 'lost' : 'open';
}

/**
 * The characters between two words of an option, as a pattern that works the same in JavaScript and
 * PostgreSQL.
 */
export const OPTION_GAP = String.raw`[\s_-]+`;
const GAPS = new RegExp(OPTION_GAP, 'g');

/**
 * Two options are equal regardless of case, accents, quote shapes, spaces, `-` and `_`. `sameOption` of the
 * import does the same in SQL.
 */
export function foldOption(value: string): string {
  return foldText(value.trim()).replaceAll(GAPS, '_');
}

/**
 * Returns the value of the option that a text spells as value or label, in any spelling. Any other text is
 * unchanged.
 */
export function optionValue(text: string, options: readonly Option[]): string {
  if (options.some(({ value }) => value === text)) return text;
  const folded = foldOption(text);
  const meant =
    options.find(({ value }) => foldOption(value) === folded) ??
    options.find(({ label }) => foldOption(label) === folded);
  return meant?.value ?? text;
}

/** Returns the label of a value: its option's, else the value with spaces for `_`. */
export function optionLabel(value: string, options: readonly Option[] = []): string {
  const folded = foldOption(value);
  const known = options.find((option) => option.value === value || foldOption(option.value) === folded);
  if (known) return known.label;
  return /^[a-z0-9_-]+$/.test(value)
    ? value.replaceAll(/[_-]+/g, ' ').replaceAll(/\b\w/g, (letter) => letter.toUpperCase())
    : value;
}
