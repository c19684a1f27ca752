import ArrowLeft from 'lucide-react/icons/arrow-left';
import { DEMO_TIMES } from '#shared/installation/demo-slots.ts';
import classes from '#web/features/demo-requests/BookDemoDialog.module.css';
import {
  dateWords,
  startOf,
  timeWords,
  visitorTime,
  zoneWords,
} from '#web/features/demo-requests/demo-booking.ts';
import type { Booking } from '#web/features/demo-requests/demo-booking.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';

type Props = { booking: Booking; onBack: () => void; onChoose: (minutes: number) => void };

/**
 * Step 2: choosing a time continues to step 3. The times name their zone, and the visitor's own time if it
 * differs.
 */
export function DemoTimes({ booking, onBack, onChoose }: Props) {
  return (
    <>
      <p className={classes.zone}>
        {dateWords(booking.date)} · Times are in {zoneWords(startOf({ ...booking, minutes: 540 }))}.
      </p>
      <div className={classes.slots}>
        {DEMO_TIMES.map((minutes) => {
          const here = visitorTime(startOf({ ...booking, minutes }));
          return (
            <button
              key={minutes}
              type="button"
              aria-pressed={minutes === booking.minutes}
              onClick={() => onChoose(minutes)}
            >
              {timeWords(minutes)}
              {here && <small>{here} your time</small>}
            </button>
          );
        })}
      </div>
      <div className={classes.actions}>
        <PlainButton look="quiet" onClick={onBack}>
          <ArrowLeft size={16} aria-hidden="true" />
          Back
        </PlainButton>
      </div>
    </>
  );
}
