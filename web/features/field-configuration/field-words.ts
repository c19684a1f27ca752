import type { LeadFieldType } from '#shared/fields/lead-fields.ts';
import type { StatusMeaning } from '#shared/fields/lead-options.ts';
import type { Tone } from '#shared/fields/option-tones.ts';

const TYPES: Partial<Record<LeadFieldType, string>> = {
  datetime: 'Date and time',
  textarea: 'Long text',
  select: 'Choice',
};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The type of a field in a word or two. */
export function typeWord(type: LeadFieldType): string {
  return TYPES[type] ?? capitalised(type);
}

export const MEANINGS: readonly { value: StatusMeaning; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
];

/** The name of a colour; neutral is called grey. */
export function toneWord(tone: Tone): string {
  return tone === 'neutral' ? 'Grey' : capitalised(tone);
}
