import type { Generated } from 'kysely';
import type { RepeatUnit } from '#shared/activities/repeat.ts';
import type { Instant, OptionalInstant } from './column-types.ts';

export type ReminderRow = {
  id: string;
  version: Generated<number>;
  lead_id: string;
  user_id: string | null;
  title: string;
  description: string | null;
  reminder_date: Instant;
  is_completed: Generated<boolean>;
  completed_at: OptionalInstant;
  /** The colleague who completed the reminder for its absent owner. */
  handled_by: string | null;
  created_at: Instant;
  updated_at: Instant;
  /** True for a reminder created from a lead's follow-up date and not described by a user. */
  is_automatic: Generated<boolean>;
  /** The due date of the last notification; a reminder with a different date still needs one. */
  fired_for: OptionalInstant;
  /** The repetition; null for a follow-up that does not repeat. */
  repeat_every: number | null;
  repeat_unit: RepeatUnit | null;
  repeat_until: string | null;
  /** The moment of the first follow-up of the series, and the steps from there to this one. */
  repeat_from: OptionalInstant;
  repeat_step: number | null;
  /** The follow-up whose completion made this one. */
  repeats: string | null;
};
