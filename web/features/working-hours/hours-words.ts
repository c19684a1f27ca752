import { clockTime, formatDay } from '#shared/values/dates.ts';
import { RULE_DAYS } from '#shared/company/distribution.ts';
import type { Holiday, WorkingHours } from '#shared/company/working-hours.ts';
import { minutesOf } from '#shared/company/working-time.ts';

/** The parts of the form, for choosing between two conflicting changes. */
export const TITLES: Record<keyof WorkingHours, string> = {
  all_hours: 'Hours that count',
  days: 'Working days',
  from: 'From',
  until: 'Until',
  holidays: 'Holidays',
};

/** `9:30 AM` for 09:30. */
const timeWords = (clock: string) => clockTime(Math.floor(minutesOf(clock) / 60), minutesOf(clock) % 60);

/** A part of the working hours in words. */
export function wordsOf(field: string, value: unknown): string {
  if (field === 'all_hours') return value ? 'All hours' : 'Working hours only';
  if (field === 'days') return (value as number[]).map((day) => RULE_DAYS[day - 1]).join(', ') || 'None';
  if (field === 'holidays')
    return (value as Holiday[]).map(({ day, name }) => `${formatDay(day)} ${name}`).join(', ') || 'None';
  return timeWords(String(value));
}
