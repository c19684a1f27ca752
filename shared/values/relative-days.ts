import { startOfDay, dayOf } from '#shared/values/dates.ts';

/** Days relative to today, as filters name them. Both ends are included, and a missing end is open. */
export type DayRange = { from?: string; to?: string };

const COUNTED = /^(last|next|older_than)_([1-9]\d{0,3})_days$/;

/** Calendar arithmetic in UTC, where no day is missing or repeated. */
const shift = (day: string, by: number) => dayOf(startOfDay(day, 'UTC', by) ?? new Date(NaN), 'UTC');

const monday = (day: string) => shift(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
const lastOfMonth = (day: string) => shift(firstOfMonth(shift(firstOfMonth(day), 31)), -1);

const FIXED: Record<string, (today: string) => DayRange> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: shift(today, -1), to: shift(today, -1) }),
  tomorrow: (today) => ({ from: shift(today, 1), to: shift(today, 1) }),
  this_week: (today) => ({ from: monday(today), to: shift(monday(today), 6) }),
  this_month: (today) => ({ from: firstOfMonth(today), to: lastOfMonth(today) }),
  last_month: (today) => {
    const last = shift(firstOfMonth(today), -1);
    return { from: firstOfMonth(last), to: last };
  },
};

/** Whether a filter's word means days: `today`, `this_month`, `last_7_days`, `next_7_days`, `older_than_30_days`. */
export function isRelativeDays(word: string): boolean {
  return Object.hasOwn(FIXED, word) || COUNTED.test(word);
}

/**
 * Returns the days that a word means, relative to `today` (`2026-11-30`). The last and the next 7 days
 * include today; older than 30 days is every day more than 30 days ago. Empty for a word that means no days.
 */
export function relativeDays(word: string, today: string): DayRange {
  const [, kind, number] = COUNTED.exec(word) ?? [];
  const days = Number(number);
  if (kind === 'last') return { from: shift(today, 1 - days), to: today };
  if (kind === 'next') return { from: today, to: shift(today, days - 1) };
  if (kind === 'older_than') return { to: shift(today, -days - 1) };
  return Object.hasOwn(FIXED, word) ? (FIXED[word]?.(today) ?? {}) : {};
}
