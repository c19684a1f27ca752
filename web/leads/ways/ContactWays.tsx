import { Button } from '@mantine/core';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import type { ComponentProps } from 'react';
import type { LucideIcon } from 'lucide-react';
import { NumberWay } from './NumberWay.tsx';
import { phoneAddress } from './contact-addresses.ts';
import { useMessageWays } from '#web/leads/messages/message-ways.ts';
import type { Recipient } from '#web/leads/messages/message-ways.ts';

type Props = {
  lead: Recipient;
  /** Called when the dialler opens. The number then shows, for people who dial by hand. */
  onCall?: () => void;
};

/** Buttons to contact a lead: the dialler, WhatsApp and the mail program. */
export function ContactWays({ lead, onCall }: Props) {
  const { numbers, wayTo } = useMessageWays(lead);
  const label = (onCall && numbers[0]?.words) ?? 'Call';
  return (
    <>
      <NumberWay
        numbers={numbers}
        linkOf={(number) => ({ href: phoneAddress(number), onClick: onCall })}
        link={(way) => <Way {...way} label={label} icon={Phone} />}
        button={<Choice label={label} icon={Phone} />}
      />
      <NumberWay
        numbers={numbers}
        linkOf={(number) => wayTo('whatsapp', number)}
        link={(way) => <Way {...way} label="WhatsApp" icon={MessageCircle} />}
        button={<Choice label="WhatsApp" icon={MessageCircle} />}
      />
      {lead.email && <Way {...wayTo('email')} label="Email" icon={Mail} />}
    </>
  );
}

type Look = { label: string; icon: LucideIcon };
const lookOf = ({ icon: Icon }: Look) =>
  ({ variant: 'default', size: 'xs', leftSection: <Icon size={14} aria-hidden="true" /> }) as const;

function Way({ label, icon, ...link }: Omit<ComponentProps<'a'>, 'ref'> & Look) {
  return (
    <Button component="a" {...lookOf({ label, icon })} {...link}>
      {label}
    </Button>
  );
}

function Choice({ label, icon, ...button }: Omit<ComponentProps<'button'>, 'ref'> & Look) {
  return (
    <Button {...lookOf({ label, icon })} {...button}>
      {label}
    </Button>
  );
}
