import { clients } from '#shared/installation/clients.ts';
import type { Client } from '#shared/installation/clients.ts';
import { useSend } from '#web/api/query.ts';
import { AskDialog } from '#web/ui/dialogs/AskDialog.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

/** Asks, then deactivates a client, which ends access of its users that activation cannot bring back. */
export function DeactivateClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const setActive = useSend(clients.setActive);
  const { id, clientName } = client;
  return (
    <AskDialog
      title="Deactivate client?"
      text={`All users of “${clientName}” are signed out everywhere at once and cannot sign in until it is activated again. Their access tokens, calendar feeds, trusted devices, unused password links and unconfirmed email changes are deleted; activating it does not bring them back.`}
      confirmLabel="Deactivate"
      isDangerous
      call={() => setActive.mutateAsync({ params: { id }, body: { isActive: false } })}
      done={() => showSuccess(`${clientName} deactivated`)}
      failed="Failed to update client"
      onClose={onClose}
    />
  );
}
