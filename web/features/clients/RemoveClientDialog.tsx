import { clients } from '#shared/installation/clients.ts';
import type { Client } from '#shared/installation/clients.ts';
import { useSend } from '#web/api/query.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

/** Asks, then removes a client and everything in it. */
export function RemoveClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const remove = useSend(clients.remove);
  return (
    <AskDialog
      title="Remove client?"
      text={`This will permanently remove "${client.clientName}". This action cannot be undone. Its users’ accounts are removed too, including any Super Admin’s.`}
      confirmLabel="Yes, remove"
      isDangerous
      call={() => remove.mutateAsync({ params: { id: client.id } })}
      done={({ message }) => showSuccess(message ?? 'Client removed')}
      failed="Failed to delete client"
      onClose={onClose}
    />
  );
}
