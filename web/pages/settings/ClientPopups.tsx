import { AddClientDialog } from '#web/features/clients/AddClientDialog.tsx';
import { ArchiveDialog } from '#web/features/clients/ArchiveDialog.tsx';
import { ClientUsageDialog } from '#web/features/clients/ClientUsageDialog.tsx';
import { DeactivateClientDialog } from '#web/features/clients/DeactivateClientDialog.tsx';
import { EditClientDialog } from '#web/features/clients/EditClientDialog.tsx';
import { RemoveClientDialog } from '#web/features/clients/RemoveClientDialog.tsx';
import type { ClientPopup } from '#web/features/clients/client-popup.ts';
import { AddUserDialog } from '#web/features/users/AddUserDialog.tsx';

type Props = { popup: ClientPopup; onClose: () => void };

/** The open popup. The code of all popups loads with the first. */
export function ClientPopups({ popup, onClose }: Props) {
  switch (popup.kind) {
    case 'add':
      return <AddClientDialog onClose={onClose} />;
    case 'user':
      return <AddUserDialog client={popup.client} onClose={onClose} />;
    case 'details':
      return <ClientUsageDialog client={popup.client} onClose={onClose} />;
    case 'edit':
      return <EditClientDialog client={popup.client} onClose={onClose} />;
    case 'archive':
      return <ArchiveDialog client={popup.client} onClose={onClose} />;
    case 'deactivate':
      return <DeactivateClientDialog client={popup.client} onClose={onClose} />;
    case 'remove':
      return <RemoveClientDialog client={popup.client} onClose={onClose} />;
  }
}
