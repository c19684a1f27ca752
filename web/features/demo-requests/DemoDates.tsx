import { useState } from 'react';
import { DEMO_TIME_ZONE, demoDates } from '#shared/installation/demo-slots.ts';
import classes from '#web/features/demo-requests/BookDemoDialog.module.css';

type Props = { chosen: string; onChoose: (date: string) => void };

const part = (options: Intl.DateTimeFormatOptions, date: string) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(date));

/** Step 1: choosing a date continues to step 2. */
export function DemoDates({ chosen, onChoose }: Props) {
  const [dates] = useState(() => demoDates(new Date(), DEMO_TIME_ZONE));
  return (
    <div className={classes.slots}>
      {dates.map((date) => (
        <button
          key={date}
          type="button"
          aria-pressed={date === chosen}
          // Begins with the visible words, so that voice control finds the button.
          aria-label={`${part({ weekday: 'short' }, date)} ${part({ day: 'numeric', month: 'short', year: 'numeric' }, date)}`}
          onClick={() => onChoose(date)}
        >
          <small>{part({ weekday: 'short' }, date)}</small> {part({ day: 'numeric', month: 'short' }, date)}
        </button>
      ))}
    </div>
  );
}
