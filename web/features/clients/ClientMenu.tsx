import { ActionIcon, Menu } from '@mantine/core';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import PencilLine from 'lucide-react/icons/pencil-line';
import Power from 'lucide-react/icons/power';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import { useRef } from 'react';
import { clients } from '#shared/clients.ts';
import type { Client } from '#shared/clients.ts';
import { useSend } from '#web/api/query.ts';
import type { ClientPopup, OpenClientPopup } from '#web/features/clients/client-popup.ts';
import { sayOutcome, showSuccess } from '#web/ui/states/toast.ts';

/** A superadmin's actions on a client. */
export function ClientMenu({ client, onOpen }: { client: Client; onOpen: OpenClientPopup }) {
  const button = useRef<HTMLButtonElement>(null);
  const setActive = useSend(clients.setActive);
  // A popup returns the focus to its opener. That must be the button, since the menu will be gone.
  const open = (kind: Exclude<ClientPopup['kind'], 'add'>) => () => {
    button.current?.focus();
    onOpen({ kind, client });
  };
  const { id, clientName, isActive } = client;
  const change = () =>
    void sayOutcome(setActive.mutateAsync({ params: { id }, body: { isActive: !isActive } }), {
      done: () => showSuccess(`${clientName} is ${isActive ? 'inactive' : 'active'} now`),
      failed: 'Failed to update client',
    });
  return (
    <Menu position="bottom-end" width={190} returnFocus>
      <Menu.Target>
        <ActionIcon ref={button} size={28} aria-label={`Actions for ${clientName}`}>
          <Ellipsis size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${clientName}`}>
        <Menu.Item leftSection={<PencilLine size={15} aria-hidden="true" />} onClick={open('edit')}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<UserRoundPlus size={15} aria-hidden="true" />} onClick={open('user')}>
          Add User
        </Menu.Item>
        <Menu.Item leftSection={<ChartNoAxesColumn size={15} aria-hidden="true" />} onClick={open('details')}>
          Usage
        </Menu.Item>
        <Menu.Item leftSection={<Download size={15} aria-hidden="true" />} onClick={open('archive')}>
          Download All Data
        </Menu.Item>
        <Menu.Item leftSection={<Power size={15} aria-hidden="true" />} onClick={change}>
          {isActive ? 'Deactivate' : 'Activate'}
        </Menu.Item>
        <Menu.Item
          color="var(--lms-danger)"
          leftSection={<Trash2 size={15} aria-hidden="true" />}
          onClick={open('remove')}
        >
          Remove Client
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
