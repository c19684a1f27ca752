import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { CALL_OUTCOMES, FINAL_OUTCOMES } from '#shared/activities/call-logs.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { PhoneCall, PhoneCallLead } from '#shared/activities/phone-calls.ts';
import classes from '#web/features/phone-calls/PhoneCalls.module.css';
import type { Saving } from '#web/features/phone-calls/usePhoneCall.ts';
import { FollowUpLine } from '#web/leads/composer/FollowUpLine.tsx';
import { useDraft } from '#web/leads/composer/useDraft.ts';
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
  saving: Saving;
  onClose: () => void;
};

/** A note while they speak, the outcome, and then the next step. Keys choose the outcome once the call is over. */
export function AnsweredCall({ call, lead, isOver, hasKeys, saving, onClose }: Props) {
  const { save, isPending } = saving;
  const timeZone = useTimeZone(call);
  const [notes, setNotes] = useDraft(`phone-call:${call.id}`);
  const [saved, setSaved] = useState<string>();
  const mayPlan = useCan('reminders.write');
  const text = notes.trim();
  const isUnsaved = text !== '' && text !== saved;
  const finish = () => {
    setNotes('');
    onClose();
  };
  const end = useRef(finish);
  useEffect(() => void (end.current = finish));
  const write = async () => {
    if (isUnsaved && !isPending && (await save({ lead_id: lead.id, notes: text }))) setSaved(text);
  };
  const choose = async (value: string) => {
    const call_outcome = CALL_OUTCOMES.find((one) => one === value);
    if (!call_outcome || isPending) return;
    const { next_step: step } = lead;
    const isMet = step !== null && Date.parse(step.reminder_date) <= Date.now();
    const isSaved = await save({
      lead_id: lead.id,
      call_outcome,
      ...(isUnsaved && { notes: text }),
      ...(isMet && { completes_reminder_id: step.id }),
    });
    if (isSaved && isUnsaved) setSaved(text);
  };
  const outcome = call.call_outcome ?? '';
  const isNoted = outcome !== '' && saving.isNoted && !isPending;
  const offers = mayPlan && lead.next_step === null && !FINAL_OUTCOMES.includes(outcome);
  const isDone = isNoted && isOver && !offers;
  useEffect(() => {
    if (!isDone) return;
    showSuccess(`Call noted: ${optionLabel(outcome)}`);
    end.current();
  }, [isDone, outcome]);
  return (
    <>
      <NoteOfCall
        text={notes}
        isSaved={text !== '' && !isUnsaved}
        onChange={setNotes}
        onSave={() => void write()}
      />
      <Choices
        title="Outcome"
        name={`outcome-${call.id}`}
        choices={CHOICES}
        value={outcome}
        onChange={(value) => void choose(value)}
      />
      {isOver && hasKeys && <OutcomeKeys onOutcome={(value) => void choose(value)} />}
      {isNoted && isOver && offers && (
        <NextStep onEnd={finish}>
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

type NoteProps = { text: string; isSaved: boolean; onChange: (text: string) => void; onSave: () => void };

/** The comments of the call's log. Enter saves, Shift+Enter starts a new line. */
function NoteOfCall({ text, isSaved, onChange, onSave }: NoteProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
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
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => isEnter(event) && submit(event)}
      />
      <Button type="submit" variant="default" disabled={text.trim() === '' || isSaved}>
        {isSaved ? 'Saved' : 'Save'}
      </Button>
    </form>
  );
}

/** Enter without Shift, but not one that ends a word in an input method. */
const isEnter = (event: KeyboardEvent) =>
  event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;

/** Offers the next step, and ends by itself unless the pointer or the focus is in it. */
function NextStep({ onEnd, children }: { onEnd: () => void; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const end = useRef(onEnd);
  useEffect(() => void (end.current = onEnd));
  useEffect(() => {
    const timer = setInterval(() => {
      if (!box.current?.matches(':hover, :focus-within')) end.current();
    }, OFFERED);
    return () => clearInterval(timer);
  }, []);
  return (
    <div ref={box} className={classes.next} role="group" aria-label="Next step">
      <p role="status">Noted. What is next?</p>
      {children}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onEnd}>
        Nothing for now
      </Button>
    </div>
  );
}
