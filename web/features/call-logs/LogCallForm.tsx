import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import type { Lead } from '#shared/lead.ts';
import { CallFields } from '#web/features/call-logs/CallFields.tsx';
import classes from '#web/features/call-logs/LogCall.module.css';
import { UNANSWERED_STATUSES } from '#web/features/call-logs/call-words.ts';
import { followUpText } from '#web/features/call-logs/call-draft.ts';
import { useCallDraft } from '#web/features/call-logs/useCallDraft.ts';
import type { Draft } from '#web/features/call-logs/useCallDraft.ts';
import type { CallQueue, Step } from '#web/features/call-logs/useCallQueue.ts';
import type { CallTimer } from '#web/features/call-logs/useCallTimer.ts';
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
      onSubmit={(event) => {
        event.preventDefault();
        call.submit(false);
      }}
      noValidate
      aria-labelledby="log-a-call"
    >
      <div className={classes.head}>
        <h2 id="log-a-call" className={classes.title}>
          Log a Call
        </h2>
        <Unanswered call={call} />
      </div>
      <div className={form.form}>
        <CallFields call={call} timer={timer} />
        <FollowUp call={call} lead={lead} timeZone={props.timeZone} />
        <div className={form.actions}>
          <Button variant="default" onClick={onCancel} disabled={call.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={queue?.goesOn ? 'default' : 'filled'}
            disabled={call.lacksDate || call.isPending}
            {...(!queue?.goesOn && { title: 'Ctrl+Enter', 'aria-keyshortcuts': 'Control+Enter' })}
          >
            Save Call Log
          </Button>
          {queue?.goesOn && (
            <Button
              onClick={() => call.submit(true)}
              disabled={call.lacksDate || call.isPending}
              title="Ctrl+Enter"
              aria-keyshortcuts="Control+Enter"
            >
              Save and next
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}

const isStatus = (element: Element | null) =>
  element instanceof HTMLInputElement && element.name === 'call_status';

/** One click for an unanswered call. */
function Unanswered({ call }: { call: Draft }) {
  return (
    <div className={classes.unanswered} role="group" aria-labelledby="nobody-answered">
      <span id="nobody-answered">Nobody answered? Save as</span>
      {UNANSWERED_STATUSES.map(({ value, label, shortcut }) => (
        <Button
          key={value}
          variant="default"
          size="xs"
          disabled={call.lacksDate || call.isPending}
          onClick={() => call.saveUnanswered(value)}
          title={`Shift+${shortcut}`}
          aria-keyshortcuts={`Shift+${shortcut}`}
          aria-label={`Save as ${label}`}
        >
          {label}
        </Button>
      ))}
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
