/** The periods in words that each filter offers first. An address may name others. */
const OFFERED_DAYS = {
  created: [
    'today',
    'yesterday',
    'last_7_days',
    'last_30_days',
    'this_week',
    'this_month',
    'last_month',
    'older_than_30_days',
  ],
  next_followup: ['overdue', 'today', 'tomorrow', 'next_7_days', 'this_month', 'planned', 'none'],
  last_contacted: [
    'today',
    'last_7_days',
    'last_30_days',
    'older_than_7_days',
    'older_than_30_days',
    'never',
    'ever',
  ],
} as const;
export type DayFilter = keyof typeof OFFERED_DAYS;

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
export function dayChoices(filter: DayFilter, chosen: readonly string[]): { value: string; label: string }[] {
  const values = new Set<string>([...OFFERED_DAYS[filter], ...chosen]);
  return [...values].map((value) => ({ value, label: dayWords(value) }));
}
