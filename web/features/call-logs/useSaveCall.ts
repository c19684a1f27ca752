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
  /** Undefined when the call was saved, else what the server says of its fields. Completes `reminderId` afterwards. */
  save: (call: NewCall, reminderId: string | undefined) => Promise<Record<string, string> | undefined>;
};

/** Saves a call with its follow-up in one step, and says how it went. */
export function useSaveCall(): Save {
  const create = useSend(callLogs.create);
  const completion = useSend(reminders.complete);

  const save: Save['save'] = async (call, reminderId) => {
    try {
      const { data } = await create.mutateAsync({ body: call });
      if (call.reminder && !data.reminder) showFailure(NO_REMINDER);
      else showSuccess(call.reminder ? SAVED_BOTH : SAVED);
    } catch (error) {
      const reason = messageOf(error, '');
      showFailure(reason === FAILED ? '' : reason, FAILED);
      return fieldMessages(error);
    }
    if (reminderId) await complete(reminderId);
    return undefined;
  };
  const complete = async (id: string) => {
    try {
      await completion.mutateAsync({ params: { id } });
    } catch (error) {
      showFailure(messageOf(error, NOT_COMPLETED), NOT_COMPLETED);
    }
  };
  return { isPending: create.isPending, save };
}
