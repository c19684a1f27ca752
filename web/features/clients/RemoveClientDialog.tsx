import { clients } from '#shared/clients.ts';
import type { Client } from '#shared/clients.ts';
import { useSend } from '#web/api/query.ts';
import { messageOf } from '#web/lib/errors.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { showFailure, showSuccess } from '#web/ui/toast.ts';

const FAILED = 'Failed to delete client';

/** Asks, then removes a client with everything in it. */
export function RemoveClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const remove = useSend(clients.remove);
  return (
    <ConfirmDialog
      title="Remove client?"
      text={`This will permanently remove "${client.clientName}". This action cannot be undone. The accounts of its users go with it, a Super Admin’s among them.`}
      confirmLabel="Yes, remove"
      isDangerous
      onCancel={onClose}
      onConfirm={() => {
        // The answer comes after the dialog is gone.
        void remove.mutateAsync({ params: { id: client.id } }).then(
          ({ message }) => showSuccess(message ?? 'Client removed'),
          (error: unknown) => showFailure(messageOf(error, FAILED), FAILED),
        );
        onClose();
      }}
    />
  );
}
