import { createContext, use } from 'react';
import type { MouseEvent } from 'react';
import type { Lead } from '#shared/lead.ts';
import type { Channel } from '#shared/message-templates.ts';
import { mailAddress, whatsAppAddress } from '#web/leads/contact-addresses.ts';

/** A lead that a message can be written to. */
export type Recipient = Pick<Lead, 'id' | 'name' | 'phone' | 'clientId'> & { email?: string | null };

/** Opens a chat or mail, or the choice of a text; `event` is the click on the link to the chat or mail. */
type OnOpen = (recipient: Recipient, channel: Channel, event: MouseEvent) => void;
export type MessageWays = { onOpen: OnOpen; hasChoice: (channel: Channel) => boolean };

export const MessageWaysContext = createContext<MessageWays>({
  onOpen: () => undefined,
  hasChoice: () => false,
});

/** The attributes of a link to a chat or mail: one tap opens that, or the choice of a text where there are templates. */
export function useMessageWays() {
  const { onOpen, hasChoice } = use(MessageWaysContext);
  return (recipient: Recipient, channel: Channel) => ({
    ...linkTo(recipient, channel),
    ...(hasChoice(channel) && { 'aria-haspopup': 'dialog' as const }),
    onClick: (event: MouseEvent) => onOpen(recipient, channel, event),
  });
}

/** The link to a chat, which is another page, or to a new mail; with a text filled in. */
export function linkTo(
  { phone, email }: Pick<Recipient, 'phone' | 'email'>,
  channel: Channel,
  message?: { subject: string; text: string },
): { href: string; target?: string; rel?: string } {
  if (channel === 'email') return { href: mailAddress(email ?? '', message) };
  return { href: whatsAppAddress(phone ?? '', message), target: '_blank', rel: 'noreferrer' };
}
