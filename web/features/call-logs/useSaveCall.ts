import { useState } from 'react';
import { callLogs } from '#shared/activities/call-logs.ts';
import { phoneCalls } from '#shared/activities/phone-calls.ts';
import { useSend } from '#web/api/query.ts';
import type { Reminder } from '#shared/activities/reminders.ts';
import type { NewCall } from '#web/features/call-logs/call-draft.ts';
import { callOfForm } from '#web/features/call-logs/call-of-form.ts';
import { sendCall } from '#web/leads/calls/send-call.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { nextOn } from '#web/leads/follow-ups/useReminderChanges.ts';
import { keepClosed } from '#web/live/kept-calls.ts';
import { usePhoneCalls } from '#web/live/phone-calls.ts';
import type { OpenCall } from '#web/live/phone-calls.ts';
import { useUser } from '#web/session/useSession.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const SAVED = 'Call log created successfully';
const SAVED_BOTH = 'Call log created and reminder scheduled successfully';
const NO_REMINDER = 'Call log created but reminder creation failed. Please create reminder manually.';
const FAILED = 'Failed to create call log. Please try again.';
const NOT_COMPLETED = 'The follow-up could not be completed: it is no longer there.';

/** The follow-ups that were planned and completed with a call. */
type Saved = { reminder: unknown; completed: Pick<Reminder, 'next'> | null };

/**
 * Returns undefined when the call was saved, otherwise the server's messages by field. `left` is the name of
 * a lead whose form the user has left meanwhile.
 */
type Save = (call: NewCall, left?: string) => Promise<Record<string, string> | undefined>;

/** Saves a call together with the follow-ups it completes and plans, and shows the outcome. */
export function useSaveCall(timeZone: string): Save {
  const user = useUser();
  const { calls } = usePhoneCalls();
  const [openedAt] = useState(Date.now);
  // The next lead or the lead's page comes next, and loads what it shows.
  const create = useSend(callLogs.create, { leaves: true });
  const amend = useAmend();

  return async (call, left) => {
    const own = callOfForm(calls, { agent: user.id, lead: call.lead_id, openedAt });
    const send = async (body: NewCall): Promise<Saved> =>
      own ? await amend(own, body) : (await create.mutateAsync({ body })).data;
    try {
      const { reminder, completed } = await sendCall(call, send);
      const said = call.reminder ? SAVED_BOTH : SAVED;
      if (call.reminder && !reminder) showFailure(NO_REMINDER);
      else if (call.completes_reminder_id && !completed) showFailure(`${said}. ${NOT_COMPLETED}`);
      else showSuccess(completed?.next ? `${said}. ${nextOn(completed.next, timeZone)}` : said);
      return undefined;
    } catch (error) {
      const reason = messageOf(error, '');
      const kept = left && `What you entered for ${left} is kept.`;
      showFailure([reason === FAILED ? '' : reason, kept].filter(Boolean).join(' '), FAILED);
      return fieldMessages(error);
    }
  };
}

/** Saves into the log of a call, in which a telephone system corrects status and minutes at the end. */
function useAmend() {
  const user = useUser();
  const { dismiss } = usePhoneCalls();
  const { mutateAsync } = useSend(phoneCalls.update, { leaves: true });
  return async ({ id }: OpenCall, call: NewCall): Promise<Saved> => {
    const { lead_id, call_status, duration, call_outcome, notes, reminder, completes_reminder_id } = call;
    const said = { lead_id, call_status, duration, notes, ...(call_outcome && { call_outcome }) };
    const body = { ...said, completes_reminder_id, reminder };
    await mutateAsync({ params: { id }, body });
    keepClosed(id, user);
    dismiss(id);
    return { reminder, completed: completes_reminder_id ? {} : null };
  };
}
