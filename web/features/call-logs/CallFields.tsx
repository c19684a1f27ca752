import { Button } from '@mantine/core';
import classes from '#web/features/call-logs/LogCall.module.css';
import { OUTCOMES, STATUSES, TYPES } from '#web/features/call-logs/call-words.ts';
import type { Draft } from '#web/features/call-logs/useCallDraft.ts';
import type { CallTimer } from '#web/features/call-logs/useCallTimer.ts';
import { clockText } from '#web/leads/calls/call-words.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';
import form from '#web/ui/fields/Form.module.css';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { GrowingTextarea } from '#web/ui/fields/GrowingTextarea.tsx';

/** The inputs about a call. */
export function CallFields({ call, timer }: { call: Draft; timer: CallTimer }) {
  const { draft, errors, set } = call;
  return (
    <>
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
      <GrowingTextarea
        className={form.wide}
        label="Comments"
        placeholder="What was said"
        value={draft.notes}
        onChange={(event) => set({ notes: event.currentTarget.value })}
        error={errors.notes}
        minRows={3}
        maxRows={10}
        required
      />
    </>
  );
}

type DurationProps = {
  value: string;
  error: string | undefined;
  timer: CallTimer;
  onChange: (duration: string) => void;
};

/** The minutes of a call, typed or measured. */
function Duration({ value, error, timer, onChange }: DurationProps) {
  return (
    <div className={classes.minutes}>
      <NumberField
        label="Duration (minutes)"
        value={value}
        onChange={onChange}
        error={error}
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
