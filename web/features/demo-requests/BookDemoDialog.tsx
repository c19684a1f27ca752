import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import classes from '#web/features/demo-requests/BookDemoDialog.module.css';
import { DemoConfirmation } from '#web/features/demo-requests/DemoConfirmation.tsx';
import { DemoDates } from '#web/features/demo-requests/DemoDates.tsx';
import { DemoDetails } from '#web/features/demo-requests/DemoDetails.tsx';
import { DemoTimes } from '#web/features/demo-requests/DemoTimes.tsx';
import type { Booking, Details } from '#web/features/demo-requests/demo-booking.ts';
import { useDiscardQuestion } from '#web/features/demo-requests/useDiscardQuestion.ts';
import { useWaysOut } from '#web/features/demo-requests/useWaysOut.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';

const STEPS = ['Choose a date', 'Choose a time', 'Your details'];
const CONFIRMED = 4;

/**
 * Four steps: date, time, details, confirmation. Closes on Escape, outside click and X, and asks before
 * discarding typed text.
 */
export function BookDemoDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [step, setStep] = useState(1);
  const [booking, setBooking] = useState<Booking>({ date: '', minutes: 0 });
  const [details, setDetails] = useState<Details>({
    name: '',
    email: '',
    phone: '',
    company: '',
    message: '',
  });
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => heading.current?.focus(), [step]);

  const hasTyped = step < CONFIRMED && Object.values(details).some((value) => value.trim() !== '');
  const { isAsking, close, keepEditing } = useDiscardQuestion(hasTyped, onClose);
  const ways = useWaysOut({ dialog, step, onEscape: isAsking ? keepEditing : close, close });
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="demo-title" onClose={onClose} {...ways}>
      <div className={classes.content}>
        <button type="button" className={classes.close} aria-label="Close" onClick={close}>
          <X size={18} aria-hidden="true" />
        </button>
        {step < CONFIRMED && <Progress step={step} heading={heading} />}
        {step === 1 && (
          <DemoDates
            chosen={booking.date}
            onChoose={(date) => {
              setBooking({ ...booking, date });
              setStep(2);
            }}
          />
        )}
        {step === 2 && (
          <DemoTimes
            booking={booking}
            onBack={() => setStep(1)}
            onChoose={(minutes) => {
              setBooking({ ...booking, minutes });
              setStep(3);
            }}
          />
        )}
        {step === 3 && (
          <DemoDetails
            booking={booking}
            details={details}
            onChange={setDetails}
            onBack={() => setStep(2)}
            onBooked={() => setStep(CONFIRMED)}
          />
        )}
        {step === CONFIRMED && (
          <DemoConfirmation booking={booking} details={details} heading={heading} onClose={onClose} />
        )}
        {isAsking && <DiscardQuestion onKeep={keepEditing} onDiscard={onClose} />}
      </div>
    </dialog>
  );
}

type ProgressProps = { step: number; heading: RefObject<HTMLHeadingElement | null> };

/** Three dots for the three steps before the confirmation. */
function Progress({ step, heading }: ProgressProps) {
  return (
    <>
      <ol className={classes.dots} aria-label="Steps">
        {STEPS.map((name, index) => (
          <li key={name} aria-label={name} aria-current={index + 1 === step ? 'step' : undefined} />
        ))}
      </ol>
      <h2 id="demo-title" ref={heading} tabIndex={-1}>
        Book a Demo
      </h2>
      <p className={classes.step}>{STEPS[step - 1]}</p>
    </>
  );
}

function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <div className={classes.question} role="alertdialog" aria-label="Discard what you typed?">
      <p>Discard what you typed? The demo has not been booked.</p>
      <PlainButton look="quiet" autoFocus onClick={onKeep}>
        Keep editing
      </PlainButton>
      <PlainButton onClick={onDiscard}>Discard</PlainButton>
    </div>
  );
}
