import { Menu } from '@mantine/core';
import Eye from 'lucide-react/icons/eye';
import PhoneCall from 'lucide-react/icons/phone-call';
import { Link } from 'react-router';
import type { Lead } from '#shared/leads/lead.ts';
import { CALLED_FROM } from './call-way.ts';
import { callLink, leadLink } from '#web/leads/list/list-link.ts';
import { FROM_LIST } from '#web/leads/useLastOpened.ts';
import { useCan } from '#web/session/useCan.ts';

type Props = {
  lead: Lead;
  /** The address of the list, to which both pages return. */
  listSearch: string;
};

/** Links the menu of a lead in a list to the lead's page. */
export function ViewDetailsItem({ lead, listSearch }: Props) {
  return (
    <Menu.Item
      component={Link}
      to={leadLink(lead.id, listSearch)}
      state={FROM_LIST}
      leftSection={<Eye size={15} aria-hidden="true" />}
    >
      View Details
    </Menu.Item>
  );
}

/** Links the menu of a lead in a list to the form for logging a call, for users with the permission. */
export function LogCallItem({ lead, listSearch }: Props) {
  if (!useCan('calls.write')) return null;
  return (
    <Menu.Item
      component={Link}
      to={callLink(lead.id, listSearch)}
      state={CALLED_FROM.list}
      leftSection={<PhoneCall size={15} aria-hidden="true" />}
    >
      Log Call
    </Menu.Item>
  );
}
