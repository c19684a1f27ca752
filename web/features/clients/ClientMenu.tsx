import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import Download from 'lucide-react/icons/download';
import PencilLine from 'lucide-react/icons/pencil-line';
import Power from 'lucide-react/icons/power';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { clients } from '#shared/clients.ts';
import type { Client } from '#shared/clients.ts';
import { useSend } from '#web/api/query.ts';
import type { ClientPopup, OpenClientPopup } from '#web/features/clients/client-popup.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';

/** A superadmin's actions on a client. */
export function ClientMenu({ client, onOpen }: { client: Client; onOpen: OpenClientPopup }) {
  const setActive = useSend(clients.setActive);
  const open = (kind: Exclude<ClientPopup['kind'], 'add'>) => () => onOpen({ kind, client });
  const { id, clientName, isActive } = client;
  const change = () =>
    void sayOutcome(setActive.mutateAsync({ params: { id }, body: { isActive: !isActive } }), {
      done: () => showSuccess(`${clientName} is ${isActive ? 'inactive' : 'active'} now`),
      failed: 'Failed to update client',
    });
  return (
    <RowMenu
      name={clientName}
      actions={[
        { label: 'Edit', icon: PencilLine, onClick: open('edit') },
        { label: 'Add User', icon: UserRoundPlus, onClick: open('user') },
        { label: 'Usage', icon: ChartNoAxesColumn, onClick: open('details') },
        { label: 'Download All Data', icon: Download, onClick: open('archive') },
        { label: isActive ? 'Deactivate' : 'Activate', icon: Power, onClick: change },
        { label: 'Remove Client', icon: Trash2, onClick: open('remove'), isDangerous: true },
      ]}
    />
  );
}
