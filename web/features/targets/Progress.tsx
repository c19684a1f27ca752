import type { MonthPlace, TargetWork, Target } from '#shared/activities/targets.ts';
import classes from '#web/features/targets/OwnTargets.module.css';
import { MEASURES } from '#web/features/targets/measures.ts';

/** `Day 26 of 30`, or `Working day 22 of 25`. */
export const dayText = ({ day, days, counts_working_days }: MonthPlace): string =>
  `${counts_working_days ? 'Working day' : 'Day'} ${day} of ${days}`;

/**
 * The share of the month that has ended before today. Today's work is still to be done: nobody is behind on the
 * morning of the first day.
 */
export const passedOf = ({ passed, days }: MonthPlace): number => passed / days;

type ProgressProps = {
  target: Target;
  done: TargetWork;
  place: MonthPlace;
  /** Title and target stand above it, in a table of fields. */
  isBare?: boolean;
};

/**
 * A bar for each measure of a target, with a mark for how much of the month has passed. The text next to it has
 * the same content.
 */
export function Progress({ target, done, place, isBare = false }: ProgressProps) {
  return (
    <ul className={classes.measures} data-bare={isBare || undefined}>
      {MEASURES.map(({ measure, title, say }) => {
        const goal = target[measure];
        if (goal === null) return null;
        const share = done[measure] / goal;
        const isBehind = share < passedOf(place);
        return (
          <li key={measure}>
            <p className={classes.words}>
              {!isBare && <span>{title} </span>}
              <b>
                {say(done[measure])} {isBare ? 'done' : `of ${say(goal)}`}
              </b>{' '}
              <span>{Math.floor(share * 100)}%</span>
              {isBehind && <em> behind</em>}
            </p>
            <div className={classes.bar} data-reached={share >= 1 || undefined} aria-hidden="true" data-drawn>
              <span style={{ width: `${Math.min(1, share) * 100}%` }} />
              <i style={{ insetInlineStart: `${passedOf(place) * 100}%` }} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
