import { ActionIcon, Menu } from '@mantine/core';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { Option } from '#shared/fields/lead-options.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { LogCallItem, ViewDetailsItem } from '#web/leads/ways/LeadWayItems.tsx';

type Props = {
  lead: Lead;
  /** The columns to which the lead can be moved; empty for users who cannot change leads. */
  targets: readonly Option[];
  listSearch: string;
  onMove: (status: string) => void;
};

/** The actions on a card: moving it, and two links to other pages. */
export function CardMenu({ lead, targets, listSearch, onMove }: Props) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={`Actions for ${lead.name}`}>
          <Ellipsis size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${lead.name}`}>
        <ViewDetailsItem lead={lead} listSearch={listSearch} />
        <LogCallItem lead={lead} listSearch={listSearch} />
        {targets.length > 0 && <Menu.Divider />}
        {targets.map(({ value, label }) => (
          <Menu.Item
            key={value}
            leftSection={<ArrowRightLeft size={15} aria-hidden="true" />}
            onClick={() => onMove(value)}
          >
            Move to {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
