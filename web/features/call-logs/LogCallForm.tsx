import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { MouseEvent } from 'react';
import { formatDateTime } from '#shared/values/dates.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { CallFields } from '#web/features/call-logs/CallFields.tsx';
import classes from '#web/features/call-logs/LogCall.module.css';
import { followUpText } from '#web/features/call-logs/call-draft.ts';
import { useCallDraft } from '#web/features/call-logs/useCallDraft.ts';
import type { Draft } from '#web/features/call-logs/useCallDraft.ts';
import type { CallQueue, Step } from '#web/features/call-logs/queue/useCallQueue.ts';
import type { CallTimer } from '#web/features/call-logs/useCallTimer.ts';
import { useLeftoverClick } from '#web/lib/hooks/useLeftoverClick.ts';
import { Repeats } from '#web/leads/follow-ups/Repeats.tsx';
import { FollowUpFields } from '#web/leads/FollowUpFields.tsx';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';
import form from '#web/ui/fields/Form.module.css';

const NO_DATE = 'Please select a follow-up date when scheduling a reminder.';

type Props = {
  lead: Lead;
  timeZone: string;
  timer: CallTimer;
  queue: CallQueue | undefined;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: (next: Step | undefined) => void;
};

/** The form of a call and its follow-up. */
export function LogCallForm(props: Props) {
  const { lead, timer, queue, onCancel } = props;
  const call = useCallDraft(props);
  const box = useRef<HTMLFormElement>(null);
  const isLeftover = useLeftoverClick(lead.id, undefined);
  const { call_status: status } = call.draft;
  // The form starts on its status, and choosing a status by key moves the focus there.
  useEffect(() => {
    const isReplica = box.current?.contains(document.activeElement) && !isStatus(document.activeElement);
    if (isReplica) return;
    box.current?.querySelector<HTMLElement>('[name="call_status"]:checked')?.focus({ preventScroll: true });
  }, [status]);
  return (
    <form
      ref={box}
      className={classes.card}
      // The second click of a double click on "Save and next" lands on the next lead's form.
      onClickCapture={(event) => {
        if (isLeftover(event)) stop(event);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        call.saveAndGoOn();
      }}
      noValidate
      aria-labelledby="log-a-call"
    >
      <h2 id="log-a-call" className={classes.title}>
        Log a Call
      </h2>
      <div className={form.form}>
        <CallFields call={call} timer={timer} />
        <FollowUp call={call} lead={lead} timeZone={props.timeZone} />
        <Actions call={call} queue={queue} onCancel={onCancel} />
      </div>
    </form>
  );
}

function stop(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

const isStatus = (element: Element | null) =>
  element instanceof HTMLInputElement && element.name === 'call_status';

type ActionsProps = { call: Draft; queue: CallQueue | undefined; onCancel: () => void };

/** In a queue, Enter and Ctrl+Enter save and go on, and one click does so for a call nobody answered. */
function Actions({ call, queue, onCancel }: ActionsProps) {
  const cannot = call.lacksDate || call.isPending;
  const keys = { title: 'Ctrl+Enter', 'aria-keyshortcuts': 'Control+Enter' };
  const goesOn = queue?.goesOn === true;
  return (
    <div className={form.actions}>
      <Button variant="default" onClick={onCancel} disabled={call.isPending}>
        Cancel
      </Button>
      {goesOn ? (
        <Button variant="default" disabled={cannot} onClick={call.save}>
          Save Call Log
        </Button>
      ) : (
        <Button type="submit" disabled={cannot} {...keys}>
          Save Call Log
        </Button>
      )}
      {goesOn && call.isUntouched && (
        <Button
          variant="default"
          disabled={cannot}
          onClick={() => call.saveAndGoOn('no-answer')}
          title="Shift+N"
          aria-keyshortcuts="Shift+N"
        >
          No answer, next
        </Button>
      )}
      {goesOn && (
        <Button type="submit" disabled={cannot} {...keys}>
          Save and next
        </Button>
      )}
    </div>
  );
}

type FollowUpProps = { call: Draft; lead: Lead; timeZone: string };

/** The reminder that the call completes, and the next follow-up. */
function FollowUp({ call, lead, timeZone }: FollowUpProps) {
  const { draft, errors, set, plans, due } = call;
  return (
    <>
      <div className={form.wide}>
        {due && (
          <label className={form.check}>
            <CheckBox
              checked={call.completes}
              onChange={(event) => call.setCompletes(event.currentTarget.checked)}
            />
            <span>
              Complete the follow-up “{due.reminder.title}” of{' '}
              {formatDateTime(due.reminder.reminder_date, timeZone)}
              {due.reminder.repeat && (
                <>
                  {' · '}
                  <Repeats repeat={due.reminder.repeat} />
                </>
              )}
            </span>
          </label>
        )}
        <label className={form.check} htmlFor="follow-up">
          <CheckBox
            id="follow-up"
            role="switch"
            aria-checked={plans}
            checked={plans}
            onChange={(event) => set({ followsUp: event.currentTarget.checked })}
          />
          Schedule a follow-up reminder
        </label>
      </div>
      {plans && (
        <FollowUpFields
          value={draft.followUp}
          text={followUpText(draft, lead.name)}
          errors={call.lacksDate ? { ...errors, day: NO_DATE } : errors}
          onChange={call.setFollowUp}
        />
      )}
    </>
  );
}
