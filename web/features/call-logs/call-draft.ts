import { FINAL_OUTCOMES, NewCallLog } from '#shared/activities/call-logs.ts';
import type { InputOf } from '#shared/protocol/endpoint.ts';
import type { callLogs } from '#shared/activities/call-logs.ts';
import { followUpTitle } from '#shared/leads/lead-name.ts';
import { followUpInstant, followUpRepeat, newFollowUp } from '#web/leads/follow-up.ts';
import type { FollowUpDraft, FollowUpErrors } from '#web/leads/follow-up.ts';
import { numberOf } from '#web/lib/forms/typed-number.ts';

/** A call being entered. Undefined texts have not been edited and follow the other values. */
export type CallDraft = {
  call_type: string;
  call_status: string;
  call_outcome: string;
  /** Minutes as typed. */
  duration: string;
  notes: string;
  /** Undefined until the switch is used: the outcome decides. */
  followsUp: boolean | undefined;
  followUp: FollowUpDraft;
};

/** The comment that matches the status. With it and no minutes, an unanswered call is complete. */
export const UNANSWERED: Readonly<Record<string, string>> = {
  'no-answer': 'No answer',
  busy: 'The line was busy',
  voicemail: 'Left a voicemail',
};
const DESCRIPTION_LENGTH = 2000;

export function newDraft(now: Date, timeZone: string): CallDraft {
  return {
    call_type: 'outbound',
    call_status: 'completed',
    call_outcome: '',
    duration: '',
    notes: '',
    followsUp: undefined,
    followUp: newFollowUp(now, timeZone),
  };
}

/**
 * The draft with another status. An unanswered one has no minutes, and the matching comment unless something
 * else was typed.
 */
export function withStatus(draft: CallDraft, status: string): CallDraft {
  const isOwnText = draft.notes !== '' && draft.notes !== UNANSWERED[draft.call_status];
  const wasUnanswered = draft.call_status in UNANSWERED;
  const isUnanswered = status in UNANSWERED;
  return {
    ...draft,
    call_status: status,
    notes: isOwnText ? draft.notes : (UNANSWERED[status] ?? ''),
    duration: isUnanswered ? '0' : wasUnanswered && draft.duration === '0' ? '' : draft.duration,
  };
}

/**
 * Whether a follow-up is planned: by default yes, or no after an outcome that ends the matter, and when the
 * call completes a repeating follow-up, which plans the next one itself. A manually set switch always wins.
 */
export function plansFollowUp({ followsUp, call_outcome }: CallDraft, meetsRepeating = false): boolean {
  return followsUp ?? !(meetsRepeating || FINAL_OUTCOMES.includes(call_outcome));
}

/** Title and description of the follow-up: as typed, else derived from the call. */
export function followUpText(draft: CallDraft, leadName: string): { title: string; description: string } {
  const proposal = followUpTitle(leadName, { isAgain: draft.call_status in UNANSWERED });
  return {
    title: draft.followUp.title ?? proposal,
    description: draft.followUp.description ?? [...draft.notes].slice(0, DESCRIPTION_LENGTH).join(''),
  };
}

/** Whether leaving would lose typed text. */
export function hasTyped(draft: CallDraft): boolean {
  const { notes, call_status, duration, followUp } = draft;
  const isOwnComment = notes !== '' && notes !== UNANSWERED[call_status];
  const isOwnDuration = duration !== '' && !(call_status in UNANSWERED && duration === '0');
  return isOwnComment || isOwnDuration || Boolean(followUp.title ?? followUp.description);
}

export type DraftErrors = FollowUpErrors & Partial<Record<'duration' | 'notes' | 'call_outcome', string>>;
export type NewCall = InputOf<typeof callLogs.create>['body'];

type Around = {
  leadId: string;
  leadName: string;
  timeZone: string;
  now: Date;
  /** When the call was first saved, for a retry. */
  calledAt?: Date;
  meetsRepeating?: boolean;
};

/** The call as it is sent, or the errors in the draft, in the contract's messages. */
export function readDraft(draft: CallDraft, around: Around): { call: NewCall } | { errors: DraftErrors } {
  const { leadId, leadName, timeZone, now, calledAt = now, meetsRepeating } = around;
  const plans = plansFollowUp(draft, meetsRepeating);
  const text = followUpText(draft, leadName);
  const at = followUpInstant(draft.followUp, timeZone);
  const repetition = followUpRepeat(draft.followUp, timeZone);
  const repeated = 'repeat' in repetition && repetition.repeat ? { repeat: repetition.repeat } : {};
  const call = {
    lead_id: leadId,
    call_type: draft.call_type,
    call_status: draft.call_status,
    call_outcome: draft.call_outcome || null,
    duration: numberOf(draft.duration),
    notes: draft.notes,
    call_date: calledAt.toISOString(),
    ...(plans && { reminder: { ...text, reminder_date: at?.toISOString() ?? '', ...repeated } }),
  };
  const errors: DraftErrors = plans && 'errors' in repetition ? { ...repetition.errors } : {};
  const checked = NewCallLog.safeParse(call);
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = path.at(-1) === 'reminder_date' ? 'day' : (path.at(-1) as keyof DraftErrors);
    errors[field] ??= message;
  }
  if (draft.duration === '') errors.duration = 'Duration is required.';
  if (plans && text.description.trim() === '') errors.description = 'Description is required.';
  if (plans && at && at <= now) errors.day = 'Choose a time in the future.';
  return Object.keys(errors).length > 0 ? { errors } : { call: call as NewCall };
}

/** The errors of the inputs that still hold what was refused. */
export function errorsLeft(errors: DraftErrors, refused: CallDraft, draft: CallDraft): DraftErrors {
  const left = Object.entries(errors).filter(([field]) => held(refused, field) === held(draft, field));
  return Object.fromEntries(left);
}

/** The values that this input’s check reads. */
function held(draft: CallDraft, field: string): unknown {
  const { duration, notes, call_outcome, followUp } = draft;
  const { day, time, title, description = notes, repeat } = followUp;
  const inputs: Record<string, unknown> = {
    duration,
    notes,
    call_outcome,
    day: `${day} ${time}`,
    title,
    description,
    every: repeat,
    until: repeat,
  };
  return inputs[field];
}
