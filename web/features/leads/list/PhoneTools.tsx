import { ActionIcon, Menu } from '@mantine/core';
import Columns3 from 'lucide-react/icons/columns-3';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Rows3 from 'lucide-react/icons/rows-3';
import type { LucideIcon } from 'lucide-react';
import type { ListState } from '#web/leads/list/list-state.ts';

export type ListTool = { label: string; icon: LucideIcon; run: () => void };

type Props = {
  tools: readonly ListTool[];
  layout: ListState['layout'];
  onLayout: (layout: ListState['layout']) => void;
};

/** The tools of the list on a phone, in one menu. */
export function PhoneTools({ tools, layout, onLayout }: Props) {
  const other =
    layout === 'table'
      ? { label: 'Board', icon: Columns3, run: () => onLayout('board') }
      : { label: 'Table', icon: Rows3, run: () => onLayout('table') };
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="default" size={44} aria-label="More tools" title="More tools">
          <Ellipsis size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label="Tools of the list">
        {[...tools, other].map(({ label, icon: Icon, run }) => (
          <Menu.Item key={label} leftSection={<Icon size={15} aria-hidden="true" />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
