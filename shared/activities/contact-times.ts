import { clockTime } from '#shared/values/dates.ts';
import type { Option } from '#shared/fields/lead-options.ts';

const WORDS: Readonly<Record<string, string>> = {
  morning: '09:00',
  afternoon: '14:00',
  evening: '18:00',
  anytime: '',
};

/** Every half hour of the day: stored as `HH:MM`, shown as a 12-hour time. */
export const CONTACT_TIMES: readonly Option[] = Array.from({ length: 48 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0');
  const value = `${hour}:${half % 2 === 0 ? '00' : '30'}`;
  return { value, label: contactTimeLabel(value) };
});

/**
 * Returns `09:15` as `9:15 AM`, and a word that older leads hold as its time. Any other text is unchanged.
 */
export function contactTimeLabel(stored: string): string {
  const time = contactTime(stored);
  if (time === '' && stored.trim() !== '') return 'Anytime';
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  if (!match) return time;
  return clockTime(Number(match[1]), Number(match[2]));
}

/** Returns the time of day for a word that older leads hold. Any other text is unchanged. */
export function contactTime(stored: string): string {
  return WORDS[stored.trim().toLowerCase()] ?? stored;
}
