import { ActionIcon } from '@mantine/core';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import type { Lead } from '#shared/leads/lead.ts';
import { useMessageWays } from '#web/leads/messages/message-ways.ts';
import classes from '#web/ui/lists/Table.module.css';

/** The dialler and WhatsApp buttons of a row: in a table on hover and focus, on a card always. */
export function RowWays({ lead }: { lead: Lead }) {
  const { name } = lead;
  const { numbers, callTo, wayTo } = useMessageWays(lead);
  const [first] = numbers;
  if (!first) return null;
  return (
    <>
      <ActionIcon
        component="a"
        className={classes.way}
        size={28}
        {...callTo(first)}
        aria-label={`Call ${name}`}
        title="Call"
        data-key="c"
      >
        <Phone size={15} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        component="a"
        className={classes.way}
        size={28}
        {...wayTo('whatsapp')}
        aria-label={`WhatsApp ${name}`}
        title="WhatsApp"
      >
        <MessageCircle size={15} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}
