import type { Client } from '#shared/installation/clients.ts';
import { ArchiveDownload } from '#web/features/clients/ArchiveDownload.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

/** Downloads all data of a client as a file. */
export function ArchiveDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  return (
    <Dialog title="Download All Data" description={client.clientName} size="small" onClose={onClose}>
      <ArchiveDownload clientId={client.id} onSaved={onClose} />
    </Dialog>
  );
}
