import { useEffect, useRef } from 'react';
import type { Lead } from '#shared/leads/lead.ts';
import classes from '#web/leads/composer/Composer.module.css';
import { FollowUpLine } from '#web/leads/composer/FollowUpLine.tsx';
import { NoteLine } from '#web/leads/composer/NoteLine.tsx';
import { useCan } from '#web/session/useCan.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';

/** The line being written. Each new `turn` focuses it. */
export type Task = { kind: 'note' | 'follow-up'; turn: number };

type Props = { lead: Lead; timeZone: string; task: Task; onTask: (task: Task) => void };

/** Adds a note or a follow-up to a lead in one line. */
export function Composer({ lead, timeZone, task, onTask }: Props) {
  const box = useRef<HTMLElement>(null);
  const mayNote = useCan('notes.write');
  const mayPlan = useCan('reminders.write');
  const { kind, turn } = task;
  useEffect(() => {
    if (turn === 0) return;
    const field = box.current?.querySelector<HTMLElement>('textarea, [type="text"]');
    // A phone's on-screen keyboard would cover the line.
    if (matchMedia('(pointer: fine)').matches) field?.focus();
    else field?.scrollIntoView({ block: 'center' });
  }, [kind, turn]);
  const tasks = [
    ...(mayNote ? [{ value: 'note', label: 'Note' }] : []),
    ...(mayPlan ? [{ value: 'follow-up', label: 'Follow-up' }] : []),
  ];
  return (
    <section ref={box} className={classes.composer} aria-label="Add to this lead" data-screen-only>
      <Choices
        title="What to add"
        isTitleHidden
        choices={tasks}
        value={kind}
        onChange={(value) => onTask({ kind: value as Task['kind'], turn: turn + 1 })}
      />
      {kind === 'note' && mayNote && <NoteLine leadId={lead.id} />}
      {kind === 'follow-up' && mayPlan && <FollowUpLine lead={lead} timeZone={timeZone} />}
    </section>
  );
}
