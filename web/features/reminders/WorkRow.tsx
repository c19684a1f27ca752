import { ActionIcon } from '@mantine/core';
import MessageCircle from 'lucide-react/icons/message-circle';
import PhoneCall from 'lucide-react/icons/phone-call';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Repeat } from '#shared/activities/repeat.ts';
import { useFocusOfNext } from '#web/features/reminders/useFocusOfNext.ts';
import classes from '#web/features/reminders/WorkRow.module.css';
import { contactWords } from '#web/leads/due-words.ts';
import { Repeats } from '#web/leads/follow-ups/Repeats.tsx';
import { useMessageWays } from '#web/leads/messages/message-ways.ts';
import type { Recipient } from '#web/leads/messages/recipients.ts';
import type { CallWay } from '#web/leads/ways/call-way.ts';
import { PhoneNumber } from '#web/leads/ways/PhoneNumber.tsx';
import { useCan } from '#web/session/useCan.ts';

type Props = {
  lead: Recipient;
  /** The name, which opens the lead. */
  title: ReactNode;
  /** The line below the name: the company, or whose follow-up it is. */
  beside: ReactNode;
  /** The task. */
  what: string;
  /** The line below, if there is more to know. */
  more?: string | null | undefined;
  repeat?: Repeat | null | undefined;
  when: ReactNode;
  lastContact: string | null;
  now: number;
  timeZone: string;
  call: { to: string; state: CallWay };
  /** The word of the button that calls. */
  callLabel: string;
  isOverdue?: boolean;
  /** Additional actions. */
  children?: ReactNode;
};

/** A row of work: whom to call, about what, how late it is, and all actions. */
export function WorkRow(props: Props) {
  const { lead, title, beside, what, more, repeat, when, lastContact, now, timeZone, call, callLabel } =
    props;
  const { name } = lead;
  const { phone, numbers, callTo, wayTo, ringsPhone } = useMessageWays(lead);
  const [first] = numbers;
  const mayCall = useCan('calls.write');
  const row = useFocusOfNext();
  const callButton = {
    variant: 'default',
    'aria-label': `${callLabel} ${name}`,
    title: 'Call (C)',
    'data-key': 'c',
  };
  return (
    <li ref={row} className={classes.row} data-overdue={props.isOverdue || undefined}>
      <div className={classes.who}>
        {title}
        {beside && <p className={classes.quiet}>{beside}</p>}
      </div>
      <p className={classes.phone}>
        {phone ? (
          <PhoneNumber phone={phone} country={lead.client_country} callTo={callTo} />
        ) : (
          <span className={classes.quiet}>No number</span>
        )}
      </p>
      <div className={classes.what}>
        <p dir="auto" title={what}>
          {what}
        </p>
        {repeat && (
          <p>
            <Repeats repeat={repeat} />
          </p>
        )}
        {more && (
          <p className={classes.quiet} dir="auto" title={more}>
            {more}
          </p>
        )}
      </div>
      <div className={classes.when}>{when}</div>
      <p className={`${classes.contact} ${classes.quiet}`}>{contactWords(lastContact, now, timeZone)}</p>
      <div className={classes.actions}>
        {mayCall &&
          (ringsPhone && first ? (
            <ActionIcon component="a" {...callTo(first)} {...callButton}>
              <PhoneCall size={16} aria-hidden="true" />
            </ActionIcon>
          ) : (
            <ActionIcon component={Link} {...call} {...callButton}>
              <PhoneCall size={16} aria-hidden="true" />
            </ActionIcon>
          ))}
        {numbers.length > 0 && (
          <ActionIcon
            component="a"
            {...wayTo('whatsapp')}
            variant="default"
            aria-label={`WhatsApp ${name}`}
            title="WhatsApp (W)"
            data-key="w"
          >
            <MessageCircle size={16} aria-hidden="true" />
          </ActionIcon>
        )}
        {props.children}
      </div>
    </li>
  );
}
