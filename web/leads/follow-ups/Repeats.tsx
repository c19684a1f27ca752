import RepeatIcon from 'lucide-react/icons/repeat';
import { formatDay } from '#shared/values/dates.ts';
import { repeatWords } from '#shared/activities/repeat.ts';
import type { Repeat } from '#shared/activities/repeat.ts';
import classes from '#web/leads/follow-ups/Repeats.module.css';

/** Says how a follow-up repeats. */
export function Repeats({ repeat }: { repeat: Repeat }) {
  const until = repeat.until === null ? '' : ` until ${formatDay(repeat.until)}`;
  return (
    <span className={classes.repeats}>
      <RepeatIcon size={13} aria-hidden="true" />
      Repeats {repeatWords(repeat)}
      {until}
    </span>
  );
}
