import { createContext, use } from 'react';
import type { MouseEvent } from 'react';
import type { Lead } from '#shared/lead.ts';
import type { Channel } from '#shared/message-templates.ts';
import { mailAddress, whatsAppAddress } from '#web/leads/ways/contact-addresses.ts';
import type { Message } from '#web/leads/ways/contact-addresses.ts';
import type { PhoneNumber } from '#web/leads/ways/phone-numbers.ts';
import { usePhoneNumbers } from '#web/leads/ways/usePhoneNumbers.ts';

/** A lead that can be messaged. */
export type Recipient = Pick<Lead, 'id' | 'name' | 'phone' | 'clientId' | 'client_country'> & {
  email?: string | null;
};

/** The recipient of a message, and the number for a chat. */
export type Addressed = Pick<Recipient, 'id' | 'name' | 'clientId' | 'email'> & {
  number?: PhoneNumber | undefined;
};

/** Opens a chat or email, or the choice of a template. `event` is the click on the link. */
type OnOpen = (recipient: Addressed, channel: Channel, event: MouseEvent) => void;
export type MessageWays = {
  onOpen: OnOpen;
  hasChoice: (channel: Channel) => boolean;
  /** Called when a link gets the focus, by a key or at the beginning of a click. */
  onNear: () => void;
};

export const MessageWaysContext = createContext<MessageWays>({
  onOpen: () => undefined,
  hasChoice: () => false,
  onNear: () => undefined,
});

/**
 * The lead's numbers, and the attributes of a link to a chat or email: one tap opens it, or the choice of a
 * template if there are any. The chat uses the first number by default.
 */
export function useMessageWays(recipient: Recipient) {
  const { onOpen, hasChoice, onNear } = use(MessageWaysContext);
  const numbers = usePhoneNumbers(recipient.phone, recipient.client_country);
  const wayTo = (channel: Channel, number = numbers[0]) => {
    const addressed = { ...recipient, number };
    return {
      ...linkTo(addressed, channel),
      ...(hasChoice(channel) && { 'aria-haspopup': 'dialog' as const }),
      onFocus: onNear,
      onClick: (event: MouseEvent) => onOpen(addressed, channel, event),
    };
  };
  return { numbers, wayTo };
}

/** The link to a chat, which is a web page, or to a new email, with the text filled in. */
export function linkTo(
  { number, email }: Pick<Addressed, 'number' | 'email'>,
  channel: Channel,
  message?: Message,
): { href?: string | undefined; target?: string; rel?: string } {
  if (channel === 'email') return { href: mailAddress(email ?? '', message) };
  return { href: number && whatsAppAddress(number, message), target: '_blank', rel: 'noreferrer' };
}
