import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { RefObject } from 'react';
import { DEMO_MINUTES } from '#shared/installation/demo-slots.ts';
import classes from '#web/features/demo-requests/BookDemoDialog.module.css';
import { calendarFile } from '#shared/activities/calendar-file.ts';
import { dateWords, startOf, timeWords, zoneWords } from '#web/features/demo-requests/demo-booking.ts';
import type { Booking, Details } from '#web/features/demo-requests/demo-booking.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { saveFile } from '#web/lib/files/save-file.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';

type Props = {
  booking: Booking;
  details: Details;
  heading: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
};

/** Step 4: the booked slot, the next steps, and the invite for the visitor's own calendar. */
export function DemoConfirmation({ booking, details, heading, onClose }: Props) {
  const start = startOf(booking);
  return (
    <div className={classes.done}>
      <CircleCheck size={32} aria-hidden="true" />
      <h2 id="demo-title" ref={heading} tabIndex={-1}>
        Demo Scheduled!
      </h2>
      <dl className={classes.facts}>
        <dt>Email</dt>
        <dd>{details.email.trim()}</dd>
        <dt>Date</dt>
        <dd>{dateWords(booking.date)}</dd>
        <dt>Time</dt>
        <dd>
          {timeWords(booking.minutes)}, {zoneWords(start)}
        </dd>
        <dt>Duration</dt>
        <dd>{DEMO_MINUTES} minutes</dd>
      </dl>
      <h3>What happens next</h3>
      <ul className={classes.next}>
        <li>Calendar invite: use the button below to add it.</li>
        <li>Meeting link: we’ll send it to you before the demo.</li>
        <li>Our team prepares a demo for your questions.</li>
      </ul>
      <div className={classes.actions}>
        <PlainButton look="quiet" onClick={() => saveInvite(details.name.trim(), start)}>
          <CalendarPlus size={16} aria-hidden="true" />
          Calendar invite
        </PlainButton>
        <PlainButton onClick={onClose}>Perfect, Thanks!</PlainButton>
      </div>
    </div>
  );
}

function saveInvite(name: string, start: Date): void {
  const text = calendarFile('Book a Demo', [
    {
      uid: `${randomKey()}@${location.hostname}`,
      start,
      minutes: DEMO_MINUTES,
      title: 'LMS demo',
      description: `A demo of LMS, the lead management system, for ${name}.\n${location.origin}`,
      made: new Date(),
    },
  ]);
  saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), 'lms-demo.ics');
}
