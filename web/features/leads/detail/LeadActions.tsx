import { Button, Menu } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { Lead } from '#shared/leads/lead.ts';
import { LeadMenuItems, useLeadMenu } from '#web/features/leads/detail/LeadMenuItems.tsx';
import { LeadWays } from '#web/leads/ways/LeadWays.tsx';
import { wayLook } from '#web/leads/ways/way-look.tsx';

type Props = { lead: Lead; onMerge: () => void; isBar: boolean };

/** The ways on from a lead, with the rarer actions in a menu. */
export function LeadActions({ lead, onMerge, isBar }: Props) {
  const menu = useLeadMenu(lead);
  return (
    <>
      <LeadWays lead={lead} isBar={isBar}>
        <Menu position={isBar ? 'top-end' : 'bottom-end'} width={200}>
          <Menu.Target>
            <Button {...wayLook(Ellipsis, isBar)} aria-label="More actions">
              More
            </Button>
          </Menu.Target>
          <LeadMenuItems lead={lead} menu={menu} onMerge={onMerge} />
        </Menu>
      </LeadWays>
      {menu.question}
    </>
  );
}
