import { callLogs } from '#shared/activities/call-logs.ts';
import { phoneCalls } from '#shared/activities/phone-calls.ts';
import { useSend } from '#web/api/query.ts';
import type { NewCall } from '#web/features/call-logs/call-draft.ts';
import { fieldMessages, messageOf, statusOf } from '#web/lib/errors.ts';
import { nextOn } from '#web/leads/follow-ups/useReminderChanges.ts';
import { keepClosed } from '#web/live/kept-calls.ts';
import { usePhoneCalls } from '#web/live/phone-calls.ts';
import { useUser } from '#web/session/useSession.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const SAVED = 'Call log created successfully';
const SAVED_BOTH = 'Call log created and reminder scheduled successfully';
const NO_REMINDER = 'Call log created but reminder creation failed. Please create reminder manually.';
const FAILED = 'Failed to create call log. Please try again.';
const NOT_COMPLETED = 'The follow-up could not be completed: it is no longer there.';

/**
 * Returns undefined when the call was saved, otherwise the server's messages by field. `left` is the name of
 * a lead whose form the user has left meanwhile.
 */
type Save = (call: NewCall, left?: string) => Promise<Record<string, string> | undefined>;

/** Saves a call together with the follow-ups it completes and plans, and shows the outcome. */
export function useSaveCall(timeZone: string): Save {
  // The next lead or the lead's page comes next, and loads what it shows.
  const create = useSend(callLogs.create, { leaves: true });
  const amend = useAmendedCall();

  return async ({ completes_reminder_id: met, ...call }, left) => {
    const send = (body: NewCall) => create.mutateAsync({ body });
    try {
      if (await amend({ ...call, ...(met && { completes_reminder_id: met }) })) {
        showSuccess(call.reminder ? SAVED_BOTH : SAVED);
        return undefined;
      }
      const { data } = await send(met ? { ...call, completes_reminder_id: met } : call).catch((error) => {
        // A colleague has deleted the follow-up meanwhile; the call still took place.
        if (!met || statusOf(error) !== 404) throw error;
        return send(call);
      });
      const next = data.completed?.next;
      const said = call.reminder ? SAVED_BOTH : SAVED;
      if (call.reminder && !data.reminder) showFailure(NO_REMINDER);
      else if (met && !data.completed) showFailure(`${said}. ${NOT_COMPLETED}`);
      else showSuccess(next ? `${said}. ${nextOn(next, timeZone)}` : said);
      return undefined;
    } catch (error) {
      const reason = messageOf(error, '');
      const kept = left && `What you entered for ${left} is kept.`;
      showFailure([reason === FAILED ? '' : reason, kept].filter(Boolean).join(' '), FAILED);
      return fieldMessages(error);
    }
  };
}

/**
 * Saves into the log that a telephone system makes of the user's own call with the lead, which has the rest of it. Returns
 * false if there is no such call on the screen.
 */
function useAmendedCall(): (call: NewCall) => Promise<boolean> {
  const user = useUser();
  const { calls, dismiss } = usePhoneCalls();
  const { mutateAsync } = useSend(phoneCalls.update, { leaves: true });
  return async ({ lead_id, call_outcome, notes, reminder, completes_reminder_id }) => {
    const own = calls.find(({ agent_id, leads }) => agent_id === user.id && leads.includes(lead_id));
    if (!own) return false;
    const body = { lead_id, notes, completes_reminder_id, reminder, ...(call_outcome && { call_outcome }) };
    await mutateAsync({ params: { id: own.id }, body });
    keepClosed(own.id, user);
    dismiss(own.id);
    return true;
  };
}
