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
import { NumberWay } from '#web/leads/ways/NumberWay.tsx';
import { phoneAddress } from '#web/leads/ways/contact-addresses.ts';
import { useMessageWays } from '#web/leads/messages/message-ways.ts';

type Props = { lead: Lead; onMerge: () => void };

/** The actions on a lead within thumb's reach: Call, WhatsApp, Log, and More with all the others. */
export function LeadBar({ lead, onMerge }: Props) {
  const { email } = lead;
  const { numbers, wayTo } = useMessageWays(lead);
  const menu = useLeadMenu(lead);
  const edit = useEditLink(lead.id);
  const logCall = useLogCallLink(lead.id);
  return (
    <div className={classes.bar} role="group" aria-label="Actions" data-thumb-bar>
      <NumberWay
        numbers={numbers}
        linkOf={(number) => ({ href: phoneAddress(number) })}
        link={(way) => <Way {...way} label="Call" icon={Phone} />}
        button={<Choice label="Call" icon={Phone} />}
      />
      <NumberWay
        numbers={numbers}
        linkOf={(number) => wayTo('whatsapp', number)}
        link={(way) => <Way {...way} label="WhatsApp" icon={MessageCircle} />}
        button={<Choice label="WhatsApp" icon={MessageCircle} />}
      />
      {numbers.length === 0 && email && <Way {...wayTo('email')} label="Email" icon={Mail} />}
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
          {numbers.length > 0 && email && (
            <Menu.Item component="a" {...wayTo('email')} leftSection={<Mail size={15} aria-hidden="true" />}>
              Email
            </Menu.Item>
          )}
        </LeadMenuItems>
      </Menu>
      {menu.question}
    </div>
  );
}

type Look = { label: string; icon: LucideIcon };

function Way({ label, icon: Icon, ...link }: ComponentProps<'a'> & Look) {
  return (
    <a className={classes.item} {...link}>
      <Icon size={18} aria-hidden="true" />
      {label}
    </a>
  );
}

function Choice({ label, icon: Icon, ...button }: ComponentProps<'button'> & Look) {
  return (
    <UnstyledButton {...button} className={classes.item}>
      <Icon size={18} aria-hidden="true" />
      {label}
    </UnstyledButton>
  );
}
