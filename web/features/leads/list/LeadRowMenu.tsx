import { Menu } from '@mantine/core';
import PencilLine from 'lucide-react/icons/pencil-line';
import { useEffect } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import { LogCallItem, ViewDetailsItem } from '#web/leads/ways/LeadWayItems.tsx';

type Props = {
  lead: Lead;
  /** The button that opened the menu. The menu appears there, and the focus returns to it. */
  anchor: HTMLElement;
  listSearch: string;
  onQuickEdit: () => void;
  onClose: () => void;
};

/** The actions on a lead from within the list. */
export function LeadRowMenu({ lead, anchor, listSearch, onQuickEdit, onClose }: Props) {
  const { top, left, width, height } = anchor.getBoundingClientRect();
  useEffect(() => {
    anchor.setAttribute('aria-expanded', 'true');
    return () => anchor.removeAttribute('aria-expanded');
  }, [anchor]);
  const close = () => {
    anchor.focus({ preventScroll: true });
    onClose();
  };
  return (
    <Menu opened onClose={close} position="bottom-end" width={180}>
      <Menu.Target>
        <span
          aria-hidden="true"
          style={{ position: 'fixed', pointerEvents: 'none', top, left, width, height }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${lead.name}`}>
        <ViewDetailsItem lead={lead} listSearch={listSearch} />
        <Menu.Item leftSection={<PencilLine size={15} aria-hidden="true" />} onClick={onQuickEdit}>
          Quick Edit
        </Menu.Item>
        <LogCallItem lead={lead} listSearch={listSearch} />
      </Menu.Dropdown>
    </Menu>
  );
}
