import { CALL_OUTCOMES, CALL_TYPES } from '#shared/activities/call-logs.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import { UNANSWERED } from '#web/features/call-logs/call-draft.ts';

const choice = (value: string) => ({ value, label: optionLabel(value) });

export const TYPES = CALL_TYPES.map(choice);
export const OUTCOMES = CALL_OUTCOMES.map(choice);
/** The statuses of a call, each with its key, which works outside of text fields. */
export const STATUSES = [
  { value: 'completed', label: 'Completed', hint: 'C', shortcut: 'C' },
  { value: 'no-answer', label: 'No answer', hint: 'N', shortcut: 'N' },
  { value: 'busy', label: 'Busy', hint: 'B', shortcut: 'B' },
  { value: 'voicemail', label: 'Voicemail', hint: 'V', shortcut: 'V' },
];
/** The statuses of an unanswered call. */
export const UNANSWERED_STATUSES = STATUSES.filter(({ value }) => value in UNANSWERED);
