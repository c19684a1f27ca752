import { Button, Menu } from '@mantine/core';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import type { ReactElement, ReactNode } from 'react';
import { wayLook } from './way-look.tsx';
import { useMessageWays } from '#web/leads/messages/message-ways.ts';
import type { Recipient } from '#web/leads/messages/recipients.ts';
import type { PhoneNumber } from './phone-numbers.ts';

type Props = {
  lead: Recipient;
  /** Called when the dialler opens. The number then shows, for people who dial by hand. */
  onCall?: () => void;
  /** Whether the ways are in the bar at the foot of a phone. */
  isBar?: boolean;
};

/** Ways to contact a lead: the dialler, WhatsApp and the mail program. */
export function ContactWays({ lead, onCall, isBar }: Props) {
  const { numbers, callTo, wayTo } = useMessageWays(lead);
  const call = (onCall && numbers[0]?.words) ?? 'Call';
  const [byPhone, byChat] = [wayLook(Phone, isBar), wayLook(MessageCircle, isBar)];
  return (
    <>
      <NumberWay
        numbers={numbers}
        linkOf={(number) => callTo(number, onCall)}
        link={(way) => (
          <Button component="a" {...byPhone} {...way}>
            {call}
          </Button>
        )}
        button={<Button {...byPhone}>{call}</Button>}
      />
      <NumberWay
        numbers={numbers}
        linkOf={(number) => wayTo('whatsapp', number)}
        link={(way) => (
          <Button component="a" {...byChat} {...way}>
            WhatsApp
          </Button>
        )}
        button={<Button {...byChat}>WhatsApp</Button>}
      />
      {lead.email && (
        <Button component="a" {...wayLook(Mail, isBar)} {...wayTo('email')}>
          Email
        </Button>
      )}
    </>
  );
}

type Link = { href?: string | undefined };
type NumberWayProps<Way extends Link> = {
  numbers: readonly PhoneNumber[];
  linkOf: (number: PhoneNumber) => Way;
  /** The link for the only number. */
  link: (way: Way) => ReactNode;
  /** The button that opens the choice between several numbers. */
  button: ReactElement;
};

/**
 * A contact link for the lead's number, or a choice if there are several. Shows nothing when none can be
 * called.
 */
function NumberWay<Way extends Link>({ numbers, linkOf, link, button }: NumberWayProps<Way>) {
  const [first] = numbers;
  if (!first) return null;
  if (numbers.length === 1) return link(linkOf(first));
  return (
    <Menu>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {numbers.map((number) => (
          <Menu.Item key={number.dial} component="a" {...linkOf(number)}>
            {number.words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
