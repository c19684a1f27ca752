import { leadDuplicates } from '#shared/lead-duplicates.ts';
import type { Lead, LeadFieldsInput } from '#shared/lead.ts';
import { operations } from '#shared/operations.ts';
import { useSend } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

/** Merges another lead into this one. The toast offers an undo. */
export function useMerge(lead: Lead, onMerged: () => void) {
  const { mutate, isPending } = useSend(leadDuplicates.merge);
  const { mutateAsync: undoMerge } = useSend(operations.undo);
  const undo = async (id: string) => {
    try {
      const { data } = await undoMerge({ params: { id } });
      const names = data.changed_since.map(({ name }) => name).join(', ');
      if (names) showFailure(`Skipped because they changed since: ${names}`, 'This could not be undone.');
      else showSuccess('Both leads are as they were.');
    } catch (error) {
      showFailure(messageOf(error, 'An error occurred'), 'This could not be undone.');
    }
  };
  const merge = (other: Lead, fields: LeadFieldsInput) =>
    mutate(
      { params: { id: lead.id }, body: { lead_id: other.id, fields } },
      {
        onSuccess: ({ data }) => {
          const message = `${other.name} was merged into ${data.lead.name}.`;
          void showUndoable(message, () => void undo(data.operation_id));
          onMerged();
        },
        onError: (error) => showFailure(messageOf(error, ''), 'The leads could not be merged.'),
      },
    );
  return { merge, isPending };
}
