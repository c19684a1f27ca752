import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import type { MouseEvent } from 'react';
import type { Channel } from '#shared/leads/message-templates.ts';
import { follow } from '#web/leads/messages/follow.ts';
import type { Addressed, Recipient } from '#web/leads/messages/recipients.ts';
import { mailAddress, phoneAddress, whatsAppAddress } from '#web/leads/ways/contact-addresses.ts';
import type { Message } from '#web/leads/ways/contact-addresses.ts';
import type { PhoneNumber } from '#web/leads/ways/phone-numbers.ts';
import { rememberDial } from '#web/leads/ways/dialled.ts';
import { usePhoneNumbers } from '#web/leads/ways/usePhoneNumbers.ts';
import { useUser } from '#web/session/useSession.ts';

/** Few companies mask contact details: what asks for them loads when somebody does. */
export const loadShowing = () => import('#web/leads/messages/show-contacts.ts');

/** As few have a telephone system that rings phones. */
const loadRinging = () => import('#web/leads/ways/ring.tsx');

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
  const { ringsPhone } = useUser();
  const client = useQueryClient();
  const [shown, setShown] = useState<{ id: string; phone: string }>();
  const { phone } = shown?.id === recipient.id ? shown : recipient;
  const numbers = usePhoneNumbers(phone, recipient.client_country);
  /** Dials a number; a masked one is asked for first. */
  const dial = (number: PhoneNumber, dialled: () => void) => {
    if (!number.dial)
      return void loadShowing().then(({ dialMasked }) => dialMasked(client, recipient, setShown, dialled));
    follow({ href: phoneAddress(number) });
    return dialled();
  };
  /**
   * The link that rings the user's phone, where a telephone system can, and else opens the dialler, from which a phone
   * returns to the call.
   */
  const callTo = (number: PhoneNumber, onCall?: () => void) => ({
    href: phoneAddress(number),
    onClick: (event: MouseEvent) => {
      const dialled = onCall ?? (() => rememberDial(recipient));
      if (number.dial && !ringsPhone) return dialled();
      event.preventDefault();
      if (!ringsPhone) return dial(number, dialled);
      const position = Math.max(
        0,
        numbers.findIndex((one) => one.dial === number.dial),
      );
      const call = { leadId: recipient.id, position, dial: () => dial(number, dialled), onCall };
      return void loadRinging().then(({ ring }) => ring(client, call));
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
  return { phone, numbers, callTo, wayTo, ringsPhone };
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
