import { ActionIcon, Button, Menu } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import PhoneCall from 'lucide-react/icons/phone-call';
import { Link } from 'react-router';
import type { Lead } from '#shared/lead.ts';
import { LeadMenuItems, useLeadMenu } from '#web/features/leads/detail/LeadMenuItems.tsx';
import { useEditLink, useLogCallLink } from '#web/features/leads/detail/lead-links.ts';
import { ContactWays } from '#web/leads/ways/ContactWays.tsx';

type Props = { lead: Lead; onMerge: () => void };

/** The row of actions on a lead: contact it, edit it, log a call, and the rarer ones in a menu. */
export function LeadActions({ lead, onMerge }: Props) {
  const menu = useLeadMenu(lead);
  const edit = useEditLink(lead.id);
  const logCall = useLogCallLink(lead.id);
  return (
    <>
      <ContactWays lead={lead} />
      <Button
        component={Link}
        {...edit}
        variant="default"
        size="xs"
        leftSection={<Pencil size={14} aria-hidden="true" />}
      >
        Edit Lead
      </Button>
      {logCall && (
        <Button
          component={Link}
          {...logCall}
          size="xs"
          leftSection={<PhoneCall size={14} aria-hidden="true" />}
        >
          Log Call
        </Button>
      )}
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More actions" title="More actions">
            <Ellipsis size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <LeadMenuItems lead={lead} menu={menu} onMerge={onMerge} />
      </Menu>
      {menu.question}
    </>
  );
}
