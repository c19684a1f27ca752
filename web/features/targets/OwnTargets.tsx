import { useQuery } from '@tanstack/react-query';
import { monthName } from '#shared/values/months.ts';
import { targets } from '#shared/activities/targets.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/targets/OwnTargets.module.css';
import { Progress, dayText } from '#web/features/targets/Progress.tsx';

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
  const { target, done, ...place } = data.data;
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-labelledby="own-targets">
        <header className={classes.head}>
          <h2 id="own-targets">Targets of {monthName(place.month)}</h2>
          <p>{dayText(place)}</p>
        </header>
        <Progress target={target} done={done} place={place} />
      </section>
    </div>
  );
}
