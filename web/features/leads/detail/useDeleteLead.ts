import { useMutation, useQueryClient } from '@tanstack/react-query';
import { leads } from '#shared/leads.ts';
import type { Lead } from '#shared/lead.ts';
import { operations } from '#shared/operations.ts';
import { useInvalidate } from '#web/api/query.ts';
import { send } from '#web/api/send.ts';
import { useGoToList } from '#web/features/leads/detail/useGoToList.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/toast.ts';
import { showUndoable } from '#web/ui/undo-toast.tsx';

/** Moves a lead to the trash, goes back to the list, and offers an undo. */
export function useDeleteLead({ id, name }: Lead): () => void {
  const goToList = useGoToList();
  const queries = useQueryClient();
  const refreshLeads = useInvalidate(leads.list);
  const refreshOperations = useInvalidate(operations.list);

  const undo = async (operationId: string) => {
    try {
      await send(operations.undo, { params: { id: operationId } });
      showSuccess(`${name} is back`);
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), 'Failed to restore the lead');
    }
    await Promise.all([refreshLeads(), refreshOperations()]);
  };
  const remove = useMutation({
    mutationFn: () => send(leads.remove, { params: { id } }),
    onSuccess: async ({ data }) => {
      goToList();
      void showUndoable('Lead deleted', () => void undo(data.operation_id));
      // The screen still shows the deleted lead: reading it again would show a failure.
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[2] === 'leads',
        refetchType: 'none',
      });
      await refreshOperations();
    },
    onError: (error) => showFailure(messageOf(error, 'Please try again.'), 'Failed to delete the lead'),
  });
  return () => {
    if (!remove.isPending) remove.mutate();
  };
}
