import { useEffect, useRef, useState } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import {
  errorsLeft,
  hasTyped,
  newDraft,
  plansFollowUp,
  readDraft,
  withStatus,
} from '#web/features/call-logs/call-draft.ts';
import type { CallDraft, DraftErrors } from '#web/features/call-logs/call-draft.ts';
import { useCallKeys } from '#web/features/call-logs/useCallKeys.ts';
import type { CallQueue, Step } from '#web/features/call-logs/queue/useCallQueue.ts';
import type { CallTimer } from '#web/features/call-logs/useCallTimer.ts';
import { useDueReminder } from '#web/features/call-logs/useDueReminder.ts';
import { useSaveAndLeave } from '#web/features/call-logs/useSaveAndLeave.ts';
import type { FollowUpDraft } from '#web/leads/follow-up.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import { useKeptValues } from '#web/session/useKeptValues.ts';

type Around = {
  lead: Lead;
  timeZone: string;
  timer: CallTimer;
  queue: CallQueue | undefined;
  onDirty: (isDirty: boolean) => void;
  onSaved: (next: Step | undefined) => void;
};

/** A call being entered: its values, its errors, and saving it. */
export function useCallDraft({ lead, timeZone, timer, queue, onDirty, onSaved }: Around) {
  const { kept, keep } = useKeptValues<CallDraft>(`call:${lead.id}`);
  const [fresh] = useState(() => newDraft(new Date(), timeZone));
  const [draft, setDraft] = useState<CallDraft>({ ...fresh, ...kept });
  const [refusal, setRefusal] = useState<{ errors: DraftErrors; draft: CallDraft }>();
  const [chosen, setCompletes] = useState<boolean>();
  // The same values saved again after a lost response are the same call, at the same time.
  const tried = useRef<{ draft: CallDraft; at: Date }>(undefined);
  const due = useDueReminder(lead.id);
  const completes = due !== undefined && (chosen ?? due.isMet);
  const { isPending, isBusy, saveAndLeave } = useSaveAndLeave({ lead, timeZone, queue, onDirty, onSaved });
  const meetsRepeating = completes && due.reminder.repeat !== null;
  const plans = plansFollowUp(draft, meetsRepeating);
  const lacksDate = plans && draft.followUp.day === '';
  const isDirty = hasTyped(draft);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(fresh);
  useEffect(() => keep(isChanged ? draft : undefined), [isChanged, draft, keep]);

  const set = (change: Partial<CallDraft>) => setDraft((now) => ({ ...now, ...change }));
  const setStatus = (status: string) => {
    // An unanswered call has no duration.
    if (status !== 'completed') timer.stop();
    setDraft((now) => withStatus(now, status));
  };
  const setFollowUp = (change: Partial<FollowUpDraft>) =>
    setDraft((now) => ({ ...now, followUp: { ...now.followUp, ...change } }));

  /** Saves the call, as an unanswered one with the status `unanswered`. */
  const submit = async (goesOn: boolean, unanswered?: string) => {
    if (isBusy() || lacksDate) return;
    const measured = timer.stop();
    const ended = measured === undefined ? draft : { ...draft, duration: String(measured) };
    const complete = unanswered ? withStatus(ended, unanswered) : ended;
    const now = new Date();
    if (tried.current?.draft !== complete) tried.current = { draft: complete, at: now };
    const calledAt = tried.current.at;
    const around = { leadId: lead.id, leadName: lead.name, timeZone, now, calledAt, meetsRepeating };
    const read = readDraft(complete, around);
    const stay = (reasons: DraftErrors) => {
      setDraft(complete);
      setRefusal({ errors: reasons, draft: complete });
    };
    if ('errors' in read) {
      stay(read.errors);
      focusFirstError();
      return;
    }
    setRefusal(undefined);
    const met = completes ? due?.reminder.id : undefined;
    const call = { ...read.call, ...(met && { completes_reminder_id: met }) };
    const refused = await saveAndLeave(call, { goesOn, onRefusedLater: () => keep(complete) });
    if (refused) stay(refusals(refused));
  };
  /** Saves, and continues with the next lead if there is one. */
  const saveAndGoOn = (unanswered?: string) => void submit(queue?.goesOn ?? false, unanswered);
  useCallKeys({ onSave: () => saveAndGoOn(), onStatus: setStatus, onUnanswered: saveAndGoOn });
  return {
    draft,
    errors: refusal ? errorsLeft(refusal.errors, refusal.draft, draft) : {},
    set,
    setStatus,
    saveAndGoOn,
    /** Whether nothing has been entered yet. */
    isUntouched: !isDirty && draft.call_status === 'completed' && draft.call_outcome === '',
    setFollowUp,
    plans,
    lacksDate,
    due,
    completes,
    setCompletes,
    isPending,
    save: () => void submit(false),
  };
}

export type Draft = ReturnType<typeof useCallDraft>;

/** Error messages by input. The server prefixes the reminder's fields: `reminder.title`. */
function refusals(messages: Record<string, string>): DraftErrors {
  const named = Object.entries(messages).map(([field, message]) => {
    const last = field.split('.').at(-1) ?? field;
    return [last === 'reminder_date' ? 'day' : last, message];
  });
  return Object.fromEntries(named) as DraftErrors;
}
