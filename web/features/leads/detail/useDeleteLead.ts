import { leads } from '#shared/leads.ts';
import type { Lead } from '#shared/lead.ts';
import { operations } from '#shared/operations.ts';
import { useSend } from '#web/api/query.ts';
import { useGoToList } from '#web/features/leads/detail/useGoToList.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

/** Moves a lead to the trash, returns to the list, and offers an undo. */
export function useDeleteLead({ id, name }: Lead): () => Promise<void> {
  const goToList = useGoToList();
  // The screen still shows the deleted lead: loading it again would show a failure.
  const removal = useSend(leads.remove, { leaves: true });
  const restoration = useSend(operations.undo);

  const undo = (operationId: string) =>
    void sayOutcome(restoration.mutateAsync({ params: { id: operationId } }), {
      done: () => showSuccess(`${name} is back`),
      failed: 'Failed to restore the lead',
    });
  return async () =>
    await sayOutcome(removal.mutateAsync({ params: { id } }), {
      done: ({ data }) => {
        goToList();
        void showUndoable('Lead deleted', () => undo(data.operation_id));
      },
      failed: 'Failed to delete the lead',
    });
}
