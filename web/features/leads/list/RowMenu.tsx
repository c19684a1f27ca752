import { Menu } from '@mantine/core';
import Eye from 'lucide-react/icons/eye';
import PencilLine from 'lucide-react/icons/pencil-line';
import PhoneCall from 'lucide-react/icons/phone-call';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Lead } from '#shared/lead.ts';
import { CALLED_FROM } from '#web/leads/call-way.ts';
import { callLink, leadLink } from '#web/leads/list-link.ts';
import { FROM_LIST } from '#web/leads/useLastOpened.ts';
import { useCan } from '#web/session/useCan.ts';

type Props = {
  lead: Lead;
  /** The button that opened it: the menu stands there and the focus returns there. */
  anchor: HTMLElement;
  listSearch: string;
  onQuickEdit: () => void;
  onClose: () => void;
};

/** The actions on a lead without leaving the list. */
export function RowMenu({ lead, anchor, listSearch, onQuickEdit, onClose }: Props) {
  const { top, left, width, height } = anchor.getBoundingClientRect();
  useEffect(() => {
    anchor.setAttribute('aria-expanded', 'true');
    return () => anchor.removeAttribute('aria-expanded');
  }, [anchor]);
  const mayCall = useCan('calls.write');
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
        <Menu.Item
          component={Link}
          to={leadLink(lead.id, listSearch)}
          state={FROM_LIST}
          leftSection={<Eye size={15} aria-hidden="true" />}
        >
          View Details
        </Menu.Item>
        <Menu.Item leftSection={<PencilLine size={15} aria-hidden="true" />} onClick={onQuickEdit}>
          Quick Edit
        </Menu.Item>
        {mayCall && (
          <Menu.Item
            component={Link}
            to={callLink(lead.id, listSearch)}
            state={CALLED_FROM.list}
            leftSection={<PhoneCall size={15} aria-hidden="true" />}
          >
            Log Call
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
