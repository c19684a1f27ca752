import { useState } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import { Composer } from '#web/leads/composer/Composer.tsx';
import type { Task } from '#web/leads/composer/Composer.tsx';
import { NextStep } from '#web/leads/follow-ups/NextStep.tsx';
import { SnoozeDialogs } from '#web/leads/follow-ups/SnoozeDialogs.tsx';

/** The work on a lead, first on its page and in its popup: the next step, and what is added. */
export function LeadWork({ lead, timeZone }: { lead: Lead; timeZone: string }) {
  const [task, setTask] = useState<Task>({ kind: 'note', turn: 0 });
  return (
    <SnoozeDialogs>
      <NextStep
        lead={lead}
        timeZone={timeZone}
        onPlan={() => setTask({ kind: 'follow-up', turn: task.turn + 1 })}
      />
      <Composer lead={lead} timeZone={timeZone} task={task} onTask={setTask} />
    </SnoozeDialogs>
  );
}
