export type Option = { value: string; label: string };

/** What a status says about the deal: still open, won or lost. */
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

export const GENDERS: readonly Option[] = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'other', label: 'Other' },
];

const WON = ['won', 'closed_won', 'converted'];
const LOST = ['lost', 'closed_lost'];

/** Meaning of a status that no configuration names: by its well-known values, else open. */
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

/** What lies between two words of an option, as a pattern that JavaScript and PostgreSQL read alike. */
export const OPTION_GAP = String.raw`[\s_-]+`;
const GAPS = new RegExp(OPTION_GAP, 'g');

/** Case, spaces, `-` and `_` do not distinguish two options; `sameOption` of the import says so in SQL. */
export function foldOption(value: string): string {
  return value.trim().toLowerCase().replaceAll(GAPS, '_');
}

/** The label of a value: its option's, else the value itself with `_` as spaces. */
export function optionLabel(value: string, options: readonly Option[] = []): string {
  const folded = foldOption(value);
  const known = options.find((option) => option.value === value || foldOption(option.value) === folded);
  if (known) return known.label;
  return /^[a-z0-9_-]+$/.test(value)
    ? value.replaceAll(/[_-]+/g, ' ').replaceAll(/\b\w/g, (letter) => letter.toUpperCase())
    : value;
}
