import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { Lead } from '#shared/lead.ts';
import { CALLED_FROM } from '#web/leads/ways/call-way.ts';
import classes from '#web/leads/composer/Composer.module.css';
import { FollowUpLine } from '#web/leads/composer/FollowUpLine.tsx';
import { NoteLine } from '#web/leads/composer/NoteLine.tsx';
import { useMessageWays } from '#web/leads/messages/message-ways.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';
import chips from '#web/ui/fields/Choices.module.css';
import { Choices } from '#web/ui/fields/Choices.tsx';

/** The line being written. Each new `turn` focuses it. */
export type Task = { kind: 'note' | 'follow-up'; turn: number };
export const FIRST_TASK: Task = { kind: 'note', turn: 0 };

type Props = { lead: Lead; timeZone: string; task: Task; onTask: (task: Task) => void };

/** Adds anything to a lead in one line: a note, a follow-up, a call, a message. */
export function Composer({ lead, timeZone, task, onTask }: Props) {
  const { numbers, wayTo } = useMessageWays(lead);
  const { search } = useLocation();
  const box = useRef<HTMLElement>(null);
  const mayNote = useCan('notes.write');
  const mayPlan = useCan('reminders.write');
  const mayCall = useCan('calls.write');
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
      <div className={classes.tasks}>
        <Choices
          title="What to add"
          isTitleHidden
          choices={tasks}
          value={kind}
          onChange={(value) => onTask({ kind: value as Task['kind'], turn: turn + 1 })}
        />
        {mayCall && (
          <Link
            className={chips.chip}
            to={{ pathname: paths.logCall(lead.id), search }}
            state={CALLED_FROM.lead}
            aria-label="Log a call"
          >
            <Phone size={14} aria-hidden="true" />
            Call
          </Link>
        )}
        {numbers.length > 0 && (
          <a className={chips.chip} {...wayTo('whatsapp')} aria-label="WhatsApp message">
            <MessageCircle size={14} aria-hidden="true" />
            WhatsApp
          </a>
        )}
      </div>
      {kind === 'note' && mayNote && <NoteLine leadId={lead.id} />}
      {kind === 'follow-up' && mayPlan && <FollowUpLine lead={lead} timeZone={timeZone} />}
    </section>
  );
}
