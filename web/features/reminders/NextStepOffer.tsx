import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Reminder } from '#shared/activities/reminders.ts';
import { UNKNOWN_LEAD } from '#web/features/reminders/ReminderFacts.tsx';
import classes from '#web/features/reminders/Reminders.module.css';
import { loadable } from '#web/lib/loadable.tsx';

const PlanDialog = loadable(async () => (await import('#web/features/reminders/PlanDialog.tsx')).PlanDialog);

type Props = { after: Reminder; timeZone: string; onEnd: () => void };

/**
 * Offers to plan the next step after a completed follow-up. Takes the focus, which would disappear with the
 * completed card.
 */
export function NextStepOffer({ after, timeZone, onEnd }: Props) {
  const [plans, setPlans] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <section className={classes.offer} aria-label="Next step">
      <p>What’s next for {after.lead.name || UNKNOWN_LEAD}?</p>
      <Button ref={button} size="xs" onClick={() => setPlans(true)}>
        Plan next follow-up
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onEnd}>
        Not now
      </Button>
      {plans && (
        <PlanDialog after={after} timeZone={timeZone} onPlanned={onEnd} onClose={() => setPlans(false)} />
      )}
    </section>
  );
}
