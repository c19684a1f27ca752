import { UnstyledButton } from '@mantine/core';
import Check from 'lucide-react/icons/check';
import { useEffect, useRef } from 'react';
import history from '#web/features/call-logs/CallHistory.module.css';
import classes from '#web/features/call-logs/queue/QueueList.module.css';
import type { CallQueue } from '#web/features/call-logs/queue/useCallQueue.ts';
import { dueWords } from '#web/leads/due-words.ts';
import type { Call } from '#web/leads/ways/call-way.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';

type Props = { queue: CallQueue; leadId: string; timeZone: string; onChoose: (call: Call) => void };

/** The leads to call, with the one that is being called marked. A click continues with another. */
export function QueueList({ queue: { calls, called }, leadId, timeZone, onChoose }: Props) {
  const now = useNow();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const [box, current] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')];
    if (box && current) box.scrollTop = current.offsetTop - box.clientHeight / 2;
  }, [leadId, calls.length]);
  if (calls.length === 0) return null;
  return (
    <section className={history.card} aria-labelledby="queue">
      <h2 id="queue">Queue</h2>
      <ol ref={list} className={classes.list}>
        {calls.map((call) => {
          const isCurrent = call.lead_id === leadId;
          return (
            <li key={call.lead_id}>
              <UnstyledButton
                className={classes.call}
                aria-current={isCurrent || undefined}
                onClick={() => !isCurrent && onChoose(call)}
              >
                <b dir="auto">{call.name}</b>
                {called.includes(call.lead_id) && <Check size={14} aria-label="Called" />}
                <span dir="auto">{call.about}</span>
                {call.due && (
                  <span data-late={Date.parse(call.due) < now || undefined}>
                    {dueWords(call.due, now, timeZone)}
                  </span>
                )}
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
