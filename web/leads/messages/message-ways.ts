import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import type { MouseEvent } from 'react';
import type { Channel } from '#shared/message-templates.ts';
import type { Addressed, Recipient } from '#web/leads/messages/recipients.ts';
import { mailAddress, phoneAddress, whatsAppAddress } from '#web/leads/ways/contact-addresses.ts';
import type { Message } from '#web/leads/ways/contact-addresses.ts';
import type { PhoneNumber } from '#web/leads/ways/phone-numbers.ts';
import { rememberDial } from '#web/leads/ways/dialled.ts';
import { usePhoneNumbers } from '#web/leads/ways/usePhoneNumbers.ts';

/** Few companies mask contact details: what asks for them loads when somebody does. */
export const loadShowing = () => import('#web/leads/messages/show-contacts.ts');

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
  const client = useQueryClient();
  const [shown, setShown] = useState<{ id: string; phone: string }>();
  const { phone } = shown?.id === recipient.id ? shown : recipient;
  const numbers = usePhoneNumbers(phone, recipient.client_country);
  /** The link to the dialler: a masked number is asked for first. */
  const callTo = (number: PhoneNumber, onCall = () => rememberDial(recipient)) => ({
    href: phoneAddress(number),
    onClick: (event: MouseEvent) => {
      if (number.dial) return onCall();
      event.preventDefault();
      void loadShowing().then(({ dialMasked }) => dialMasked(client, recipient, setShown, onCall));
    },
  });
  const wayTo = (channel: Channel, number = numbers[0]) => {
    const addressed = { ...recipient, number };
    return {
      ...linkTo(addressed, channel),
      ...(hasChoice(channel) && { 'aria-haspopup': 'dialog' as const }),
      onFocus: onNear,
      onClick: (event: MouseEvent) => onOpen(addressed, channel, event),
    };
  };
  return { numbers, callTo, wayTo };
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
