import { leadDuplicates } from '#shared/lead-duplicates.ts';
import type { Lead, LeadFieldsInput } from '#shared/lead.ts';
import { operations } from '#shared/operations.ts';
import { useInvalidate, useSend } from '#web/api/query.ts';
import { send } from '#web/api/send.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/toast.ts';
import { showUndoable } from '#web/ui/undo-toast.tsx';

/** Merges another lead into this one; the toast offers an undo. */
export function useMerge(lead: Lead, onMerged: () => void) {
  const { mutate, isPending } = useSend(leadDuplicates.merge);
  const refreshLeads = useInvalidate(leadDuplicates.merge);
  const refreshOperations = useInvalidate(operations.list);
  const refresh = async () => {
    await Promise.all([refreshLeads(), refreshOperations()]);
  };
  const merge = (other: Lead, fields: LeadFieldsInput) =>
    mutate(
      { params: { id: lead.id }, body: { lead_id: other.id, fields } },
      {
        onSuccess: ({ data }) => {
          const message = `${other.name} was merged into ${data.lead.name}.`;
          void showUndoable(message, () => void undo(data.operation_id, refresh));
          void refreshOperations();
          onMerged();
        },
        onError: (error) => {
          showFailure(messageOf(error, ''), 'The leads could not be merged.');
          // Either lead may have changed meanwhile; the next attempt starts from the current ones.
          void refreshLeads();
        },
      },
    );
  return { merge, isPending };
}

async function undo(operationId: string, refresh: () => Promise<void>): Promise<void> {
  try {
    const { data } = await send(operations.undo, { params: { id: operationId } });
    const names = data.changed_since.map(({ name }) => name).join(', ');
    if (names) showFailure(`Changed since and left alone: ${names}`, 'This could not be undone.');
    else showSuccess('Both leads are as they were.');
  } catch (error) {
    showFailure(messageOf(error, 'An error occurred'), 'This could not be undone.');
  }
  await refresh();
}
