import { ActionIcon, Menu } from '@mantine/core';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import PhoneCall from 'lucide-react/icons/phone-call';
import { Link } from 'react-router';
import type { Option } from '#shared/lead-options.ts';
import type { Lead } from '#shared/lead.ts';
import { CALLED_FROM } from '#web/leads/call-way.ts';
import { callLink, leadLink } from '#web/leads/list-link.ts';
import { FROM_LIST } from '#web/leads/useLastOpened.ts';
import { useCan } from '#web/session/useCan.ts';

type Props = {
  lead: Lead;
  /** The columns to which the lead can be moved; none for users who may not change leads. */
  targets: readonly Option[];
  listSearch: string;
  onMove: (status: string) => void;
};

/** The actions on a card: its moves, and the two ways on. */
export function CardMenu({ lead, targets, listSearch, onMove }: Props) {
  const mayCall = useCan('calls.write');
  const icon = { size: 15, 'aria-hidden': true } as const;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={`Actions for ${lead.name}`}>
          <Ellipsis size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${lead.name}`}>
        <Menu.Item
          component={Link}
          to={leadLink(lead.id, listSearch)}
          state={FROM_LIST}
          leftSection={<Eye {...icon} />}
        >
          View Details
        </Menu.Item>
        {mayCall && (
          <Menu.Item
            component={Link}
            to={callLink(lead.id, listSearch)}
            state={CALLED_FROM.list}
            leftSection={<PhoneCall {...icon} />}
          >
            Log Call
          </Menu.Item>
        )}
        {targets.length > 0 && <Menu.Divider />}
        {targets.map(({ value, label }) => (
          <Menu.Item key={value} leftSection={<ArrowRightLeft {...icon} />} onClick={() => onMove(value)}>
            Move to {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
