import { Button } from '@mantine/core';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import type { ComponentProps } from 'react';
import type { LucideIcon } from 'lucide-react';
import { phoneAddress } from '#web/leads/contact-addresses.ts';
import { useMessageWays } from '#web/leads/messages/message-ways.ts';
import type { Recipient } from '#web/leads/messages/message-ways.ts';

type Props = {
  lead: Recipient;
  /** Called when the dialler is opened; the number is shown then, for people who dial by hand. */
  onCall?: () => void;
};

/** The ways to reach a lead: the dialler, WhatsApp and the mail program. */
export function ContactWays({ lead, onCall }: Props) {
  const { phone, email } = lead;
  const wayTo = useMessageWays();
  return (
    <>
      {phone && (
        <Way href={phoneAddress(phone)} label={onCall ? phone : 'Call'} icon={Phone} onClick={onCall} />
      )}
      {phone && <Way {...wayTo(lead, 'whatsapp')} label="WhatsApp" icon={MessageCircle} />}
      {email && <Way {...wayTo(lead, 'email')} label="Email" icon={Mail} />}
    </>
  );
}

type WayProps = Omit<ComponentProps<'a'>, 'ref'> & { label: string; icon: LucideIcon };

function Way({ label, icon: Icon, ...link }: WayProps) {
  return (
    <Button
      component="a"
      variant="default"
      size="xs"
      leftSection={<Icon size={14} aria-hidden="true" />}
      {...link}
    >
      {label}
    </Button>
  );
}
