import { Button } from '@mantine/core';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import type { LucideIcon } from 'lucide-react';
import type { Lead } from '#shared/lead.ts';
import { mailAddress, phoneAddress, whatsAppAddress } from '#web/leads/contact-addresses.ts';

type Props = {
  lead: Pick<Lead, 'phone' | 'email'>;
  /** Called when the dialler is opened; the number is shown then, for people who dial by hand. */
  onCall?: () => void;
};

/** The ways to reach a lead: the dialler, WhatsApp and the mail program. */
export function ContactWays({ lead: { phone, email }, onCall }: Props) {
  return (
    <>
      {phone && (
        <Way href={phoneAddress(phone)} label={onCall ? phone : 'Call'} icon={Phone} onClick={onCall} />
      )}
      {phone && <Way href={whatsAppAddress(phone)} label="WhatsApp" icon={MessageCircle} />}
      {email && <Way href={mailAddress(email)} label="Email" icon={Mail} />}
    </>
  );
}

type WayProps = { href: string; label: string; icon: LucideIcon; onClick?: (() => void) | undefined };

function Way({ href, label, icon: Icon, onClick }: WayProps) {
  return (
    <Button
      component="a"
      variant="default"
      size="xs"
      href={href}
      leftSection={<Icon size={14} aria-hidden="true" />}
      onClick={onClick}
      {...outside(href)}
    >
      {label}
    </Button>
  );
}

/** The attributes of a link that leaves the product for another page. */
export function outside(href: string): { target?: string; rel?: string } {
  return href.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {};
}
