import { Menu, UnstyledButton } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import Pencil from 'lucide-react/icons/pencil';
import Phone from 'lucide-react/icons/phone';
import PhoneCall from 'lucide-react/icons/phone-call';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import type { Lead } from '#shared/lead.ts';
import classes from '#web/features/leads/detail/LeadBar.module.css';
import { LeadMenuItems, useLeadMenu } from '#web/features/leads/detail/LeadMenuItems.tsx';
import { useEditLink, useLogCallLink } from '#web/features/leads/detail/lead-links.ts';
import { phoneAddress } from '#web/leads/contact-addresses.ts';
import { useMessageWays } from '#web/leads/messages/message-ways.ts';

type Props = { lead: Lead; onMerge: () => void };

/** The actions on a lead within the reach of a thumb: Call, WhatsApp, Log, and More with all the others. */
export function LeadBar({ lead, onMerge }: Props) {
  const { phone, email } = lead;
  const wayTo = useMessageWays();
  const menu = useLeadMenu(lead);
  const edit = useEditLink(lead.id);
  const logCall = useLogCallLink(lead.id);
  return (
    <div className={classes.bar} role="group" aria-label="Actions" data-thumb-bar>
      {phone && <Way href={phoneAddress(phone)} label="Call" icon={Phone} />}
      {phone && <Way {...wayTo(lead, 'whatsapp')} label="WhatsApp" icon={MessageCircle} />}
      {!phone && email && <Way {...wayTo(lead, 'email')} label="Email" icon={Mail} />}
      {logCall && (
        <Link {...logCall} className={classes.item} aria-label="Log Call">
          <PhoneCall size={18} aria-hidden="true" />
          Log
        </Link>
      )}
      <Menu position="top-end" width={200}>
        <Menu.Target>
          <UnstyledButton className={classes.item} aria-label="More actions">
            <Ellipsis size={18} aria-hidden="true" />
            More
          </UnstyledButton>
        </Menu.Target>
        <LeadMenuItems lead={lead} menu={menu} onMerge={onMerge}>
          <Menu.Item component={Link} {...edit} leftSection={<Pencil size={15} aria-hidden="true" />}>
            Edit Lead
          </Menu.Item>
          {phone && email && (
            <Menu.Item
              component="a"
              {...wayTo(lead, 'email')}
              leftSection={<Mail size={15} aria-hidden="true" />}
            >
              Email
            </Menu.Item>
          )}
        </LeadMenuItems>
      </Menu>
      {menu.question}
    </div>
  );
}

type WayProps = ComponentProps<'a'> & { label: string; icon: LucideIcon };

function Way({ label, icon: Icon, ...link }: WayProps) {
  return (
    <a className={classes.item} {...link}>
      <Icon size={18} aria-hidden="true" />
      {label}
    </a>
  );
}
