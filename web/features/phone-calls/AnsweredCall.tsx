import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { CALL_OUTCOMES, FINAL_OUTCOMES } from '#shared/activities/call-logs.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { PhoneCall, PhoneCallLead } from '#shared/activities/phone-calls.ts';
import classes from '#web/features/phone-calls/PhoneCalls.module.css';
import type { CallNote } from '#web/features/phone-calls/useCallNote.ts';
import { FollowUpLine } from '#web/leads/composer/FollowUpLine.tsx';
import { useTimeZone } from '#web/leads/useTimeZone.ts';
import { usePageKeys } from '#web/lib/page-keys.ts';
import { useCan } from '#web/session/useCan.ts';
import { Choices } from '#web/ui/fields/Choices.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';
import { GrowingTextarea } from '#web/ui/fields/GrowingTextarea.tsx';

/** Milliseconds for which the next step is offered to somebody who does nothing with the card. */
const OFFERED = 10_000;

const CHOICES = CALL_OUTCOMES.map((value, index) => ({
  value,
  label: optionLabel(value),
  hint: String(index + 1),
  shortcut: String(index + 1),
}));

type Props = {
  call: PhoneCall;
  lead: PhoneCallLead;
  isOver: boolean;
  hasKeys: boolean;
  note: CallNote;
  isPending: boolean;
  /** Whether the outcome was noted here. */
  isNoted: boolean;
};

/**
 * A note while they speak, the outcome, and then the next step. Keys choose the outcome once the call is over. With all of it
 * the card closes by itself, but not under somebody who writes.
 */
export function AnsweredCall({ call, lead, isOver, hasKeys, note, isPending, isNoted }: Props) {
  const timeZone = useTimeZone(call);
  const [isFocused, setIsFocused] = useState(false);
  const [isNoting, setIsNoting] = useState(false);
  const mayPlan = useCan('reminders.write');
  const finish = () => void note.close();
  const end = useRef(finish);
  useEffect(() => void (end.current = finish));
  const choose = async (value: string) => {
    const call_outcome = CALL_OUTCOMES.find((one) => one === value);
    if (!call_outcome || isNoting) return;
    const { next_step: step } = lead;
    const isMet = step !== null && Date.parse(step.reminder_date) <= Date.now();
    setIsNoting(true);
    await note.saveWith({ call_outcome, ...(isMet && { completes_reminder_id: step.id }) });
    setIsNoting(false);
  };
  const outcome = call.call_outcome ?? '';
  const isOverAndNoted = isOver && isNoted && outcome !== '' && !isPending;
  const offers = mayPlan && lead.next_step === null && !FINAL_OUTCOMES.includes(outcome);
  const isWriting = isFocused || note.isUnsaved;
  const isDone = isOverAndNoted && !offers && !isWriting;
  useEffect(() => {
    if (!isDone) return;
    showSuccess(`Call noted: ${optionLabel(outcome)}`);
    end.current();
  }, [isDone, outcome]);
  return (
    <>
      <NoteOfCall note={note} leadsToOutcome={isOver && hasKeys} onFocused={setIsFocused} />
      <Choices
        title="Outcome"
        name={`outcome-${call.id}`}
        choices={CHOICES}
        value={outcome}
        onChange={(value) => void choose(value)}
      />
      {isOver && hasKeys && <OutcomeKeys onOutcome={(value) => void choose(value)} />}
      {isOverAndNoted && offers && (
        <NextStep isHeld={isWriting} onEnd={finish}>
          <FollowUpLine lead={lead} timeZone={timeZone} onPlanned={finish} />
        </NextStep>
      )}
    </>
  );
}

function OutcomeKeys({ onOutcome }: { onOutcome: (value: string) => void }) {
  usePageKeys(
    CHOICES.map(({ value, label, shortcut }) => ({
      keys: shortcut,
      does: `Outcome of the call: ${label}`,
      run: () => onOutcome(value),
    })),
  );
  return null;
}

type NoteProps = { note: CallNote; leadsToOutcome: boolean; onFocused: (isFocused: boolean) => void };

/**
 * The comments of the call's log. Enter saves, Shift+Enter starts a new line. After the call, Enter also leaves the field,
 * so that the next key is the outcome and not part of the note.
 */
function NoteOfCall({ note, leadsToOutcome, onFocused }: NoteProps) {
  const { text, setText, isUnsaved, saveWith } = note;
  const isEmpty = text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isUnsaved) void saveWith();
  };
  return (
    <form className={classes.note} onSubmit={submit} noValidate aria-label="Note of the call">
      <GrowingTextarea
        aria-label="Note of the call"
        placeholder="What was said"
        title="Enter saves, Shift+Enter starts a new line"
        dir="auto"
        minRows={1}
        maxRows={5}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!isEnter(event)) return;
          submit(event);
          if (leadsToOutcome)
            event.currentTarget.closest<HTMLElement>('[data-phone-calls]')?.focus({ preventScroll: true });
        }}
        onFocus={() => onFocused(true)}
        onBlur={() => onFocused(false)}
      />
      <Button type="submit" variant="default" disabled={!isUnsaved}>
        {isUnsaved || isEmpty ? 'Save' : 'Saved'}
      </Button>
    </form>
  );
}

/** Enter without Shift, but not one that ends a word in an input method. */
const isEnter = (event: KeyboardEvent) =>
  event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;

type NextProps = { isHeld: boolean; onEnd: () => void; children: ReactNode };

/** Offers the next step, and ends by itself unless the card is held, or the pointer or the focus is in it. */
function NextStep({ isHeld, onEnd, children }: NextProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ isHeld, onEnd });
  useEffect(() => void (latest.current = { isHeld, onEnd }));
  useEffect(() => {
    const timer = setInterval(() => {
      const { isHeld: isWaiting, onEnd: end } = latest.current;
      if (!isWaiting && !box.current?.matches(':hover, :focus-within')) end();
    }, OFFERED);
    return () => clearInterval(timer);
  }, []);
  return (
    <div ref={box} className={classes.next} role="group" aria-label="Next step">
      <p role="status">Saved. What’s next?</p>
      {children}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onEnd}>
        Nothing for now
      </Button>
    </div>
  );
}
