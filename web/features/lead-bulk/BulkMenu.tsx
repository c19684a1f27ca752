import { Button, Menu } from '@mantine/core';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Copy from 'lucide-react/icons/copy';
import FileUp from 'lucide-react/icons/file-up';
import PencilLine from 'lucide-react/icons/pencil-line';
import Trash2 from 'lucide-react/icons/trash-2';
import UserPlus from 'lucide-react/icons/user-plus';
import { PERMISSIONS } from '#shared/accounts/permissions.ts';
import classes from '#web/features/lead-bulk/SelectionBar.module.css';
import type { ChosenLeads } from '#web/features/lead-bulk/useChosenLeads.ts';
import { useCan } from '#web/session/useCan.ts';

const ITEMS = [
  { action: 'assign', label: 'Assign Selected', icon: UserPlus, permission: 'distribution.manage' },
  { action: 'update', label: 'Update Selected', icon: PencilLine, permission: 'leads.bulk_update' },
  { action: 'delete', label: 'Delete Selected', icon: Trash2, permission: 'leads.bulk_delete' },
] as const;

export type BulkKind = (typeof ITEMS)[number]['action'];

type Props = {
  count: string;
  chosen: ChosenLeads;
  onExport: () => void;
  onChoose: (action: BulkKind) => void;
};

/** The bulk actions, unrestricted ones first. A user who cannot use one reads the reason there. */
export function BulkMenu({ count, chosen, onExport, onChoose }: Props) {
  const mayExport = useCan('leads.export');
  return (
    <Menu position="top-end" width={264}>
      <Menu.Target>
        <Button data-bulk-menu size="xs" rightSection={<ChevronUp size={15} aria-hidden="true" />}>
          Bulk Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Bulk actions">
        {mayExport && chosen.list && (
          <Menu.Item leftSection={<FileUp size={15} aria-hidden="true" />} onClick={onExport}>
            Export Selected ({count})
          </Menu.Item>
        )}
        {chosen.copyNumbers && (
          <Menu.Item leftSection={<Copy size={15} aria-hidden="true" />} onClick={chosen.copyNumbers}>
            Copy Numbers
          </Menu.Item>
        )}
        {ITEMS.map((item) => (
          <BulkItem key={item.action} item={item} count={count} onChoose={() => onChoose(item.action)} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type ItemProps = { item: (typeof ITEMS)[number]; count: string; onChoose: () => void };

function BulkItem({ item, count, onChoose }: ItemProps) {
  const { label, icon: Icon, permission } = item;
  const isAllowed = useCan(permission);
  const { refusal } = PERMISSIONS[permission];
  return (
    <Menu.Item
      leftSection={<Icon size={15} aria-hidden="true" />}
      color={isAllowed && item.action === 'delete' ? 'var(--lms-danger)' : undefined}
      // Reachable by keyboard, unlike a disabled control, so that the reason can be read.
      className={isAllowed ? undefined : classes.refused}
      aria-disabled={!isAllowed || undefined}
      title={isAllowed ? undefined : refusal}
      closeMenuOnClick={isAllowed}
      onClick={isAllowed ? onChoose : undefined}
    >
      {label} ({count}){!isAllowed && <span className={classes.reason}> {refusal}</span>}
    </Menu.Item>
  );
}
