import { clients } from '#shared/installation/clients.ts';
import type { Client } from '#shared/installation/clients.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { answerOf } from '#web/api/answer.ts';
import { useReadAgain } from '#web/api/query.ts';
import { openStream } from '#web/api/stream.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

/** Asks, then removes a client and everything in it. */
export function RemoveClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const readAgain = useReadAgain(clients.remove);
  // The backup of a large client takes longer than any other call may.
  const remove = async () => {
    try {
      const accept = 'application/json';
      const response = await openStream(clients.remove, { params: { id: client.id } }, { accept });
      return await answerOf<DataOf<typeof clients.remove>>(response);
    } finally {
      await readAgain();
    }
  };
  return (
    <AskDialog
      title="Remove client?"
      text={`This will permanently remove "${client.clientName}". This action cannot be undone. Its schema ${client.schemaName} and its users’ accounts are removed too, including any Super Admin’s.`}
      confirmLabel="Yes, remove"
      isDangerous
      call={remove}
      done={({ message }) => showSuccess(message ?? 'Client removed')}
      failed="Failed to delete client"
      onClose={onClose}
    />
  );
}
