import { callLogs } from '#shared/call-logs.ts';
import { reminders } from '#shared/reminders.ts';
import { useSend } from '#web/api/query.ts';
import type { NewCall } from '#web/features/call-logs/call-draft.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

const SAVED = 'Call log created successfully';
const SAVED_BOTH = 'Call log created and reminder scheduled successfully';
const NO_REMINDER = 'Call log created but reminder creation failed. Please create reminder manually.';
const FAILED = 'Failed to create call log. Please try again.';
const NOT_COMPLETED = 'Failed to mark reminder as completed';

type Save = {
  isPending: boolean;
  /**
   * Answers undefined when the call was saved, else the server's sentences by field. Completes `reminderId`
   * afterwards.
   */
  save: (call: NewCall, reminderId: string | undefined) => Promise<Record<string, string> | undefined>;
};

/** Saves a call with its follow-up in one step, and shows the outcome. */
export function useSaveCall(): Save {
  const create = useSend(callLogs.create);
  const completion = useSend(reminders.complete);

  const save: Save['save'] = async (call, reminderId) => {
    let said: string;
    try {
      const { data } = await create.mutateAsync({ body: call });
      if (call.reminder && !data.reminder) said = NO_REMINDER;
      else said = call.reminder ? SAVED_BOTH : SAVED;
    } catch (error) {
      const reason = messageOf(error, '');
      showFailure(reason === FAILED ? '' : reason, FAILED);
      return fieldMessages(error);
    }
    const refusal = reminderId && (await complete(reminderId));
    if (said === NO_REMINDER) showFailure(NO_REMINDER);
    else if (refusal) showFailure(`${said}. ${refusal}`, NOT_COMPLETED);
    else showSuccess(said);
    return undefined;
  };
  /** Answers the reason when the reminder could not be completed. */
  const complete = async (id: string): Promise<string | undefined> => {
    try {
      await completion.mutateAsync({ params: { id } });
      return undefined;
    } catch (error) {
      return messageOf(error, 'Please try again.');
    }
  };
  return { isPending: create.isPending, save };
}
