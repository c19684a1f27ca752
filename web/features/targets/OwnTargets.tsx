import { useQuery } from '@tanstack/react-query';
import { monthName } from '#shared/months.ts';
import { targets } from '#shared/targets.ts';
import { query } from '#web/api/query.ts';
import { MEASURES } from '#web/features/targets/measures.ts';
import classes from '#web/features/targets/OwnTargets.module.css';

/**
 * The user's target for the month and the progress so far, compared with how much of the month has passed.
 * Shows nothing for people without a target.
 */
export function OwnTargets() {
  const { data } = useQuery({
    ...query(targets.own, {}),
    refetchInterval: 300_000,
    // The rest of the page works without this.
    meta: { isSilent: true },
  });
  if (!data?.data.target || !data.data.done) return null;
  const { month, day, days, target, done } = data.data;
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-labelledby="own-targets">
        <header className={classes.head}>
          <h2 id="own-targets">Targets of {monthName(month)}</h2>
          <p>
            Day {day} of {days}
          </p>
        </header>
        <ul className={classes.measures}>
          {MEASURES.map(({ measure, title, say }) => {
            const goal = target[measure];
            return (
              goal !== null && (
                <li key={measure}>
                  <Progress title={title} done={done[measure]} goal={goal} say={say} today={day / days} />
                </li>
              )
            );
          })}
        </ul>
      </section>
    </div>
  );
}

type ProgressProps = {
  title: string;
  done: number;
  goal: number;
  say: (amount: number) => string;
  /** The share of the month that has passed at the end of today. */
  today: number;
};

/** A bar with a mark for how much of the month has passed. The text next to it has the same content. */
function Progress({ title, done, goal, say, today }: ProgressProps) {
  const share = done / goal;
  return (
    <>
      <p className={classes.words}>
        <span>{title}</span>{' '}
        <b>
          {say(done)} of {say(goal)}
        </b>{' '}
        <span>{Math.floor(share * 100)}%</span>
      </p>
      <div className={classes.bar} data-reached={share >= 1 || undefined} aria-hidden="true">
        <span style={{ width: `${Math.min(1, share) * 100}%` }} />
        <i style={{ insetInlineStart: `${today * 100}%` }} />
      </div>
    </>
  );
}
