import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { NewCallLog, callLogs } from '#shared/activities/call-logs.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { leadPageQuery } from '#web/api/lead-page.ts';
import { useSend } from '#web/api/query.ts';
import { UNANSWERED } from '#web/features/call-logs/call-draft.ts';
import classes from '#web/features/call-logs/CallReturn.module.css';
import { OUTCOMES, UNANSWERED_STATUSES } from '#web/features/call-logs/call-words.ts';
import { useCallTimer } from '#web/features/call-logs/useCallTimer.ts';
import { clockText } from '#web/leads/calls/call-words.ts';
import { sendCall } from '#web/leads/calls/send-call.ts';
import { CALLED_FROM } from '#web/leads/ways/call-way.ts';
import { findDialled, forgetDialled, noteLeft } from '#web/leads/ways/dialled.ts';
import type { Dialled } from '#web/leads/ways/dialled.ts';
import { messageOf } from '#web/lib/errors.ts';
import { isTyping } from '#web/lib/focus-content.ts';
import { orOffline } from '#web/lib/online.ts';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';
import { showUndoable } from '#web/ui/states/undo-toast.tsx';

const FAILED = 'Failed to create call log. Please try again.';

/**
 * On a phone, after the dialler: the lead that was called, with the time since then, and one tap that logs the call.
 * Waits while somebody is typing, and is not shown beside the form of the same call.
 */
export function CallReturn() {
  const mayCall = useCan('calls.write');
  const dialled = useDialled();
  const { pathname } = useLocation();
  if (!mayCall || !dialled || pathname === paths.logCall(dialled.leadId)) return null;
  return <Sheet key={dialled.at} dialled={dialled} />;
}

/** The last call, once the page has been left for the dialler and is seen again. */
function useDialled(): Dialled | undefined {
  const [dialled, setDialled] = useState<Dialled>();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') noteLeft();
      else if (!isTyping()) setDialled(findDialled());
    };
    // A phone throws pages away during a call.
    look();
    const done = new AbortController();
    const { signal } = done;
    document.addEventListener('visibilitychange', look, { signal });
    document.addEventListener('focusout', () => setTimeout(look), { signal });
    addEventListener(ENDED, look, { signal });
    return () => done.abort();
  }, []);
  return dialled;
}

const ENDED = 'lms-call-logged';

function end(): void {
  forgetDialled();
  dispatchEvent(new Event(ENDED));
}

function Sheet({ dialled }: { dialled: Dialled }) {
  const { leadId, name, at } = dialled;
  const timer = useCallTimer(at);
  const log = useLogCall(dialled);
  return (
    <section className={classes.sheet} aria-label={`Call with ${name}`} data-screen-only>
      <p className={classes.title}>
        <span dir="auto">Call with {name}</span>
        <span role="timer">{clockText(timer.seconds)}</span>
      </p>
      <div className={classes.choices} role="group" aria-label="How did it go?">
        {OUTCOMES.map(({ value, label }) => (
          <Button
            key={value}
            variant="default"
            size="xs"
            onClick={() => void log({ call_outcome: value, notes: label })}
          >
            {label}
          </Button>
        ))}
        {UNANSWERED_STATUSES.map(({ value, label }) => (
          <Button
            key={value}
            variant="default"
            size="xs"
            onClick={() => void log({ call_status: value, notes: UNANSWERED[value] ?? label })}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className={classes.foot}>
        <Button variant="subtle" color="gray" size="xs" onClick={end}>
          Not a call
        </Button>
        <Button component={Link} to={paths.logCall(leadId)} state={CALLED_FROM.lead} size="xs">
          Add details
        </Button>
      </div>
    </section>
  );
}

type Answer = { notes: string; call_outcome?: string; call_status?: string };

/** Logs the call with one tap, which can be undone. An answered call completes the follow-up that is due. */
function useLogCall({ leadId, name, at }: Dialled) {
  const create = useSend(callLogs.create);
  const remove = useSend(callLogs.remove);
  const reopen = useSend(reminders.reopen);
  const client = useQueryClient();
  // Usually read by the time somebody taps, and read on when the sheet closes.
  useEffect(() => void client.prefetchQuery(leadPageQuery(leadId)), [client, leadId]);
  const takeBack = async (id: string, completed: string | undefined) => {
    await remove.mutateAsync({ params: { id } });
    if (completed) await reopen.mutateAsync({ params: { id: completed } });
    showSuccess('Call log removed');
  };
  return async ({ call_status = 'completed', ...answer }: Answer) => {
    const isAnswered = call_status === 'completed';
    const duration = isAnswered ? Math.max(1, Math.round((Date.now() - at) / 60_000)) : 0;
    end();
    const page = await orOffline(client.ensureQueryData(leadPageQuery(leadId))).catch(() => undefined);
    const due = page?.data.reminders[0];
    const isMet = isAnswered && due !== undefined && Date.parse(due.reminder_date) <= Date.now();
    const body = NewCallLog.parse({
      ...answer,
      lead_id: leadId,
      call_status,
      duration,
      call_date: new Date(at).toISOString(),
      ...(isMet && { completes_reminder_id: due.id }),
    });
    try {
      const { data: made } = await sendCall(body, (call) => create.mutateAsync({ body: call }));
      await showUndoable(`Call with ${name} logged: ${answer.notes}`, () => {
        takeBack(made.id, made.completed?.id).catch((error: unknown) =>
          showFailure(messageOf(error, 'Please try again.'), 'Failed to undo the call log'),
        );
      });
    } catch (error) {
      showFailure(messageOf(error, 'Please try again.'), FAILED);
    }
  };
}
