import { Button, NumberInput, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { MAX_CALL_MINUTES } from '#shared/call-logs.ts';
import { formatDateTime } from '#shared/dates.ts';
import type { Lead } from '#shared/lead.ts';
import { FollowUpFields } from '#web/features/leads/call/FollowUpFields.tsx';
import { followUpText } from '#web/features/leads/call/call-draft.ts';
import { OUTCOMES, STATUSES, TYPES } from '#web/features/leads/call/call-words.ts';
import classes from '#web/features/leads/call/LogCall.module.css';
import { useCallDraft } from '#web/features/leads/call/useCallDraft.ts';
import type { CallQueue, Step } from '#web/features/leads/call/useCallQueue.ts';
import { clockText } from '#web/features/leads/call/useCallTimer.ts';
import type { CallTimer } from '#web/features/leads/call/useCallTimer.ts';
import form from '#web/features/leads/form/LeadForm.module.css';
import { CheckBox } from '#web/ui/CheckBox.tsx';
import { Choices } from '#web/ui/Choices.tsx';

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

/** How the call went, and when to call again. */
export function LogCallForm(props: Props) {
  const { lead, timer, queue, onCancel } = props;
  const call = useCallDraft(props);
  const { draft, errors, set, plans, due } = call;
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[name="call_status"]:checked')?.focus({ preventScroll: true });
  }, []);
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
      <h2 id="log-a-call" className={classes.title}>
        Log a Call
      </h2>
      <div className={form.form}>
        <Choices
          className={form.wide}
          title="Call Status"
          name="call_status"
          choices={STATUSES}
          value={draft.call_status}
          onChange={call.setStatus}
        />
        <Choices
          title="Call Type"
          name="call_type"
          choices={TYPES}
          value={draft.call_type}
          onChange={(call_type) => set({ call_type })}
        />
        <Duration
          value={draft.duration}
          error={errors.duration}
          timer={timer}
          onChange={(duration) => set({ duration })}
        />
        <Choices
          className={form.wide}
          title="Call Outcome"
          name="call_outcome"
          choices={OUTCOMES}
          value={draft.call_outcome}
          onChange={(call_outcome) => set({ call_outcome })}
          isOptional
        />
        <Textarea
          className={form.wide}
          label="Comments"
          placeholder="What was said"
          value={draft.notes}
          onChange={(event) => set({ notes: event.currentTarget.value })}
          error={errors.notes}
          autosize
          minRows={3}
          maxRows={10}
          required
        />
        <div className={form.wide}>
          {due && (
            <label className={form.check}>
              <CheckBox
                checked={call.completes}
                onChange={(event) => call.setCompletes(event.currentTarget.checked)}
              />
              <span>
                Complete the follow-up “{due.reminder.title}” of{' '}
                {formatDateTime(due.reminder.reminder_date, props.timeZone)}
              </span>
            </label>
          )}
          <label className={form.check}>
            <CheckBox
              role="switch"
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

type DurationProps = {
  value: string;
  error: string | undefined;
  timer: CallTimer;
  onChange: (duration: string) => void;
};

/** Minutes, typed or measured. */
function Duration({ value, error, timer, onChange }: DurationProps) {
  return (
    <div className={classes.minutes}>
      <NumberInput
        label="Duration (minutes)"
        value={value}
        onChange={(minutes) => onChange(String(minutes))}
        error={error}
        min={0}
        max={MAX_CALL_MINUTES}
        allowDecimal={false}
        hideControls
        required
        style={{ flex: 1 }}
      />
      <Button
        variant="default"
        onClick={() => {
          if (timer.isRunning) onChange(String(timer.stop()));
          else timer.start();
        }}
      >
        {timer.isRunning ? `Stop ${clockText(timer.seconds)}` : 'Start timer'}
      </Button>
    </div>
  );
}
