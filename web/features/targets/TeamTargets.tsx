import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { monthName } from '#shared/values/months.ts';
import { targets } from '#shared/activities/targets.ts';
import type { PersonTarget } from '#shared/activities/targets.ts';
import { query } from '#web/api/query.ts';
import { MEASURES } from '#web/features/targets/measures.ts';
import classes from '#web/features/targets/OwnTargets.module.css';
import { Progress, dayText, passedOf } from '#web/features/targets/Progress.tsx';
import { toldApart } from '#web/lib/names/tell-apart.ts';
import { paths } from '#web/paths.ts';

/** The number of people shown at first. */
const FEW = 6;

/** The smallest achieved share among a person's targets. */
const shareOf = (person: PersonTarget): number =>
  Math.min(
    ...MEASURES.map(({ measure }) => {
      const goal = person[measure];
      return goal === null ? Infinity : person.done[measure] / goal;
    }),
  );

/** The current month's targets of everybody whose targets the user sets. */
export const useTeamTargets = ({ isWanted }: { isWanted: boolean }) =>
  useQuery({
    ...query(targets.list, { query: {} }),
    enabled: isWanted,
    refetchInterval: 300_000,
    retry: false,
    // The rest of the page works without this.
    meta: { isSilent: true },
  });

/** The team's progress, those furthest behind first. Shows nothing while nobody has a target. */
export function TeamTargets({ of: { people, ...place } }: { of: DataOf<typeof targets.list> }) {
  const [isLong, setLong] = useState(false);
  const all = toldApart(people)
    .filter((person) => shareOf(person) < Infinity)
    .toSorted((one, other) => shareOf(one) - shareOf(other));
  if (all.length === 0) return null;
  const behind = all.filter((person) => shareOf(person) < passedOf(place)).length;
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-labelledby="team-targets">
        <header className={classes.head}>
          <h2 id="team-targets">Team targets of {monthName(place.month)}</h2>
          <p>
            {dayText(place)} · {behind} of {all.length} behind ·{' '}
            <Link className={classes.link} to={paths.settings('users/targets')}>
              Set targets
            </Link>
          </p>
        </header>
        <ul className={classes.people}>
          {all.slice(0, isLong ? all.length : FEW).map((person) => (
            <li key={person.id}>
              <h3 dir="auto">{person.name}</h3>
              <Progress target={person} done={person.done} place={place} />
            </li>
          ))}
        </ul>
        {all.length > FEW && !isLong && (
          <Button variant="subtle" size="xs" onClick={() => setLong(true)}>
            Show all {all.length}
          </Button>
        )}
      </section>
    </div>
  );
}
