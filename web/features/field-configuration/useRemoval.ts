import { fieldConfiguration } from '#shared/field-configuration.ts';
import { useSend } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { showFailure, showSuccess } from '#web/ui/toast.ts';
import { showUndoable } from '#web/ui/undo-toast.tsx';

const AGAIN = 'Please try again.';

/** Removes fields of a client's own and brings them back; the toast of a removal does it, too. */
export function useRemoval(tenantId: string) {
  const removal = useSend(fieldConfiguration.remove);
  const restoration = useSend(fieldConfiguration.restore);
  const restore = (key: string, title: string) =>
    restoration.mutate(
      { params: { tenantId, key } },
      {
        onSuccess: () => showSuccess(`${title} is back`),
        onError: (error) => showFailure(messageOf(error, AGAIN), 'Failed to restore the field'),
      },
    );
  return {
    restore,
    remove: (key: string, title: string) =>
      removal.mutate(
        { params: { tenantId, key } },
        {
          onSuccess: () => void showUndoable(`${title} was removed`, () => restore(key, title)),
          onError: (error) => showFailure(messageOf(error, AGAIN), 'Failed to remove the field'),
        },
      ),
    isPending: removal.isPending || restoration.isPending,
  };
}
