import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Reminder } from '#shared/reminders.ts';
import { UNKNOWN_LEAD } from '#web/features/reminders/ReminderFacts.tsx';
import classes from '#web/features/reminders/Reminders.module.css';
import { SnoozeMenu } from '#web/leads/follow-ups/SnoozeMenu.tsx';
import { reminderSearch } from '#web/leads/ways/call-way.ts';
import type { CallWay } from '#web/leads/ways/call-way.ts';
import { useMessageWays } from '#web/leads/messages/message-ways.ts';
import { paths } from '#web/paths.ts';

export type CardDialog = 'view' | 'complete' | 'snooze';

type Props = {
  reminder: Reminder;
  now: number;
  timeZone: string;
  /** The data that 'Log a Call' needs to return here and to continue with the next reminder. */
  callWay: CallWay;
  onOpen: (dialog: CardDialog) => void;
  onSnooze: (until: Date) => void;
};

/** The actions on a follow-up. C, W, D and S trigger the first four. */
export function ReminderActions({ reminder, now, timeZone, callWay, onOpen, onSnooze }: Props) {
  const { id, lead, lead_id, is_completed } = reminder;
  const name = lead.name || UNKNOWN_LEAD;
  const { clientId, client_country } = reminder;
  const { numbers, wayTo } = useMessageWays({ ...lead, name, id: lead_id, clientId, client_country });
  return (
    <div className={classes.actions}>
      <Button
        component={Link}
        to={paths.logCall(lead_id) + (is_completed ? '' : reminderSearch(id))}
        state={callWay}
        variant="default"
        size="xs"
        data-reminder={id}
        data-key="c"
        aria-label={`Call Now: ${name}`}
      >
        Call Now
      </Button>
      {numbers.length > 0 && (
        <Button component="a" {...wayTo('whatsapp')} variant="default" size="xs" data-key="w">
          WhatsApp
        </Button>
      )}
      {!is_completed && (
        <Button variant="default" size="xs" data-key="d" onClick={() => onOpen('complete')}>
          Complete
        </Button>
      )}
      {!is_completed && (
        <SnoozeMenu
          name={name}
          now={now}
          timeZone={timeZone}
          onSnooze={onSnooze}
          onPick={() => onOpen('snooze')}
        />
      )}
      <Button variant="subtle" color="gray" size="xs" onClick={() => onOpen('view')}>
        View Lead
      </Button>
    </div>
  );
}
