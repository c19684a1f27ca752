import { leads } from '#shared/leads.ts';
import type { Lead } from '#shared/lead.ts';
import { operations } from '#shared/operations.ts';
import { useSend } from '#web/api/query.ts';
import { useGoToList } from '#web/features/leads/detail/useGoToList.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/toast.ts';
import { showUndoable } from '#web/ui/undo-toast.tsx';

/** Moves a lead to the trash, goes back to the list, and offers to take it back. */
export function useDeleteLead({ id, name }: Lead): () => void {
  const goToList = useGoToList();
  // What is on the screen is still the lead that has gone: asking for it again would show a failure.
  const removal = useSend(leads.remove, { leaves: true });
  const restoration = useSend(operations.undo);

  const undo = async (operationId: string) => {
    try {
      await restoration.mutateAsync({ params: { id: operationId } });
      showSuccess(`${name} is back`);
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), 'Failed to restore the lead');
    }
  };
  const remove = async () => {
    try {
      const { data } = await removal.mutateAsync({ params: { id } });
      goToList();
      void showUndoable('Lead deleted', () => void undo(data.operation_id));
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), 'Failed to delete the lead');
    }
  };
  return () => {
    if (!removal.isPending) void remove();
  };
}
