import { fromDateTimeInput } from '#shared/values/dates.ts';
import type { BulkUpdates } from '#web/features/lead-bulk/bulk-calls.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { asksReason } from '#web/leads/fields/lost-reason.ts';
import { numberOf } from '#web/lib/forms/typed-number.ts';

/** The choice that leaves a field unchanged. No client's option can have this value. */
export const NO_CHANGE = '\u0000no-change';
export const UNASSIGNED = '\u0000unassigned';
/** The choice that clears a field. */
export const CLEARED = '\u0000cleared';

export type TagsMode = 'add' | 'replace' | 'remove' | typeof CLEARED;

/** The values in the dialog. Empty texts and NO_CHANGE leave a field unchanged. */
export type BulkValues = {
  status: string;
  lost_reason: string;
  source: string;
  assigned_to: string;
  /** Whether open follow-ups move to the new assignee with the leads. */
  with_reminders: boolean;
  interest_level: string;
  lead_score: string;
  archive: 'archive' | 'restore' | typeof NO_CHANGE;
  tags: string[];
  tags_mode: TagsMode;
  notes: string;
  next_followup_date: string;
};

export const NOTHING_CHANGED: BulkValues = {
  status: NO_CHANGE,
  lost_reason: NO_CHANGE,
  source: NO_CHANGE,
  assigned_to: NO_CHANGE,
  with_reminders: true,
  interest_level: NO_CHANGE,
  lead_score: '',
  archive: NO_CHANGE,
  tags: [],
  tags_mode: 'add',
  notes: '',
  next_followup_date: '',
};

/** The messages about invalid texts, by field. For some fields the input shows its own message. */
export function problemsOf({ lead_score, next_followup_date }: BulkValues): Record<string, string> {
  const score = numberOf(lead_score || '0');
  const isDate = next_followup_date === '' || next_followup_date === CLEARED;
  return {
    ...(!(Number.isInteger(score) && score >= 0 && score <= 100) && {
      lead_score: 'Lead score must be a whole number from 0 to 100.',
    }),
    ...(!isDate &&
      !fromDateTimeInput(next_followup_date, 'UTC') && { next_followup_date: 'This value isn’t valid.' }),
  };
}

/** The message about a lost status without the reason that the company requires. */
export function noReason(
  { status, lost_reason }: BulkValues,
  fields: FieldSettings,
): Partial<Record<'lost_reason', string>> {
  const isWanted = asksReason(status, fields) && fields.setting('lost_reason')?.required;
  return isWanted && lost_reason === NO_CHANGE
    ? { lost_reason: `${fields.title('lost_reason')} is required.` }
    : {};
}

/** The update with only the modified fields. */
export function toUpdates(values: BulkValues, timeZone: string): BulkUpdates {
  const updates: BulkUpdates = {};
  for (const field of ['status', 'lost_reason', 'source'] as const) {
    if (values[field] !== NO_CHANGE) updates[field] = values[field];
  }
  if (values.interest_level !== NO_CHANGE)
    updates.interest_level = values.interest_level === CLEARED ? null : values.interest_level;
  if (values.assigned_to !== NO_CHANGE)
    Object.assign(updates, {
      assigned_to: values.assigned_to === UNASSIGNED ? null : values.assigned_to,
      ...(!values.with_reminders && { with_reminders: false }),
    });
  if (values.lead_score !== '') updates.lead_score = numberOf(values.lead_score);
  if (values.archive !== NO_CHANGE) updates.is_archived = values.archive === 'archive';
  if (values.tags_mode === CLEARED) Object.assign(updates, { tags: [], tags_mode: 'replace' });
  else if (values.tags.length > 0) Object.assign(updates, { tags: values.tags, tags_mode: values.tags_mode });
  if (values.notes.trim() !== '') updates.notes = values.notes.trim();
  const next = fromDateTimeInput(values.next_followup_date, timeZone);
  if (values.next_followup_date === CLEARED) updates.next_followup_date = null;
  else if (next) updates.next_followup_date = next.toISOString();
  else if (values.next_followup_date !== '') updates.next_followup_date = values.next_followup_date;
  return updates;
}
