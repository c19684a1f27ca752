import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import classes from '#web/features/demo-requests/BookDemoDialog.module.css';
import { dateWords, startOf, timeWords, zoneWords } from '#web/features/demo-requests/demo-booking.ts';
import type { Booking, Details } from '#web/features/demo-requests/demo-booking.ts';
import type { Refusal } from '#web/features/demo-requests/send-demo-request.ts';
import type { HeldKeys } from '#web/lib/random-key.ts';
import { installation } from '#web/lib/installation.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { PlainNotice } from '#web/ui/plain/PlainNotice.tsx';

type Props = {
  booking: Booking;
  details: Details;
  onChange: (details: Details) => void;
  onBack: () => void;
  onBooked: () => void;
};

const FIELDS = [
  { name: 'name', label: 'Full Name', autoComplete: 'name', maxLength: 200, required: true },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', maxLength: 254, required: true },
  { name: 'phone', label: 'Phone (optional)', type: 'tel', autoComplete: 'tel', maxLength: 40 },
  { name: 'company', label: 'Company (optional)', autoComplete: 'organization', maxLength: 200 },
  { name: 'message', label: 'Message (optional)', maxLength: 2000, isLong: true },
] as const;

function wrongIn({ name, email }: Details, form: HTMLFormElement): Refusal {
  const isAddress = form.querySelector<HTMLInputElement>('[name=email]')?.validity.typeMismatch === false;
  return {
    ...(!name.trim() && { name: 'Full Name is required' }),
    ...(!email.trim()
      ? { email: 'Email is required' }
      : !isAddress && { email: 'Enter an email address, such as name@example.com.' }),
  };
}

/** Step 3. Nothing leaves the browser unless the operator accepts demo requests. */
export function DemoDetails({ booking, details, onChange, onBack, onBooked }: Props) {
  const [wrong, setWrong] = useState<Refusal>({});
  const [isPending, setIsPending] = useState(false);
  const keys = useRef<HeldKeys>(new Map());
  const start = startOf(booking);

  const send = async (form: HTMLFormElement) => {
    const website = form.querySelector<HTMLInputElement>('[name=website]')?.value ?? '';
    setIsPending(true);
    const refused = await import('#web/features/demo-requests/send-demo-request.ts').then(
      async ({ sendDemoRequest }) => await sendDemoRequest({ ...details, website }, start, keys.current),
      () => ({ form: 'Failed to book the demo. Check your connection and try again.' }),
    );
    setIsPending(false);
    if (refused) setWrong(refused);
    else onBooked();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = wrongIn(details, event.currentTarget);
    setWrong(found);
    const first = found.name ? 'name' : found.email ? 'email' : undefined;
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else if (installation.takesDemoRequests) void send(event.currentTarget);
    else onBooked();
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <p className={classes.zone}>
        {dateWords(booking.date)}, {timeWords(booking.minutes)} · {zoneWords(start)}
      </p>
      {wrong.form && <PlainNotice isFailure>{wrong.form}</PlainNotice>}
      {FIELDS.map((field, index) => (
        <PlainField
          key={field.name}
          {...field}
          autoFocus={index === 0}
          error={wrong[field.name]}
          value={details[field.name]}
          onChange={({ currentTarget }) => {
            onChange({ ...details, [field.name]: currentTarget.value });
            setWrong({ ...wrong, [field.name]: undefined });
          }}
        />
      ))}
      {/* A trap for bots that fill in everything. Hidden from people. */}
      <input className={classes.trap} name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      <div className={classes.actions}>
        <PlainButton look="quiet" onClick={onBack} disabled={isPending}>
          Back
        </PlainButton>
        <PlainButton type="submit" isPending={isPending}>
          Schedule Demo
        </PlainButton>
      </div>
    </form>
  );
}
