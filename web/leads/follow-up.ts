import { dayOf, fromDateTimeInput, startOfDay } from '#shared/values/dates.ts';
import { CONTACT_TIMES } from '#shared/activities/contact-times.ts';
import { draftOf, readRepeat } from '#web/leads/follow-ups/repeat-draft.ts';
import type { RepeatDraft, RepeatErrors } from '#web/leads/follow-ups/repeat-draft.ts';

/**
 * A follow-up being planned: `day` is `2026-11-30`, `time` is `09:00`, both in the client's time zone.
 * Undefined texts have not been edited.
 */
export type FollowUpDraft = {
  day: string;
  time: string;
  title: string | undefined;
  description: string | undefined;
  /** Undefined in drafts of an earlier release. */
  repeat?: RepeatDraft | undefined;
};

/** Error messages by field. */
export type FollowUpErrors = Partial<Record<'day' | 'title' | 'description', string>> & RepeatErrors;

/** Tomorrow at nine in the morning. */
export function newFollowUp(now: Date, timeZone: string): FollowUpDraft {
  const tomorrow = startOfDay(dayOf(now, timeZone), timeZone, 1);
  return {
    day: tomorrow ? dayOf(tomorrow, timeZone) : '',
    time: '09:00',
    title: undefined,
    description: undefined,
  };
}

/** How the follow-up repeats, or the errors in its draft. */
export const followUpRepeat = (draft: FollowUpDraft, timeZone: string) =>
  readRepeat(draft.repeat ?? draftOf(null), followUpInstant(draft, timeZone), timeZone);

/** Returns the instant of a follow-up; undefined without a day. */
export function followUpInstant({ day, time }: FollowUpDraft, timeZone: string): Date | undefined {
  return day && time ? fromDateTimeInput(`${day}T${time}`, timeZone) : undefined;
}

const WORDS: Readonly<Record<string, string>> = {
  '09:00': ' (morning)',
  '14:00': ' (afternoon)',
  '18:00': ' (evening)',
};

/** Every half hour: '09:00 AM (morning)'. */
export const REMINDER_TIMES = CONTACT_TIMES.map(({ value, label }) => ({
  value,
  label: label.padStart('09:00 AM'.length, '0') + (WORDS[value] ?? ''),
}));
