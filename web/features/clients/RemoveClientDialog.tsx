import { clients } from '#shared/clients.ts';
import type { Client } from '#shared/clients.ts';
import { messageOf } from '#web/api/errors.ts';
import { useSend } from '#web/api/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

/** Asks, then removes a client with everything in it. */
export function RemoveClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const remove = useSend(clients.remove);
  return (
    <ConfirmDialog
      title="Remove client?"
      text={`This will permanently remove "${client.clientName}". This action cannot be undone.`}
      confirmLabel="Yes, remove"
      isDangerous
      onCancel={onClose}
      onConfirm={() => {
        remove.mutate(
          { params: { id: client.id } },
          {
            onSuccess: ({ message }) => showSuccess(message ?? 'Client removed'),
            onError: (error) =>
              showFailure(messageOf(error, 'Failed to delete client'), 'Failed to delete client'),
          },
        );
        onClose();
      }}
    />
  );
}
