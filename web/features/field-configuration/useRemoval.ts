import { fieldConfiguration } from '#shared/field-configuration.ts';
import { useSend } from '#web/api/query.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

/** Removes and restores custom fields. The toast of a removal also offers to restore the field. */
export function useRemoval(clientId: string) {
  const removal = useSend(fieldConfiguration.remove);
  const restoration = useSend(fieldConfiguration.restore);
  const restore = (key: string, title: string) =>
    void sayOutcome(restoration.mutateAsync({ params: { tenantId: clientId, key } }), {
      done: () => showSuccess(`${title} is back`),
      failed: 'Failed to restore the field',
    });
  return {
    restore,
    remove: async (key: string, title: string) =>
      await sayOutcome(removal.mutateAsync({ params: { tenantId: clientId, key } }), {
        done: () => void showUndoable(`${title} was removed`, () => restore(key, title)),
        failed: 'Failed to remove the field',
      }),
    isPending: removal.isPending || restoration.isPending,
  };
}
