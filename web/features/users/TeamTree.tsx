import { useQuery } from '@tanstack/react-query';
import { roleLabel } from '#shared/accounts/permissions.ts';
import { users } from '#shared/accounts/users.ts';
import type { User } from '#shared/accounts/users.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/users/TeamTree.module.css';
import { teamsOf } from '#web/features/users/teams-of.ts';
import type { Team } from '#web/features/users/teams-of.ts';
import { PartStates } from '#web/ui/states/PartStates.tsx';

/** The API's page limit. */
const MOST = 100;

/** The people of a client, each below their manager. */
export function TeamTree({ clientId }: { clientId: string }) {
  const source = useQuery(query(users.list, { query: { client_id: clientId, limit: String(MOST) } }));
  return (
    <section className={classes.part} aria-labelledby="teams">
      <h2 id="teams" className={classes.title}>
        Teams
      </h2>
      <PartStates source={source} loading="Loading teams..." failure="Failed to load the teams">
        {({ data, pagination }) => (
          <>
            <p className={classes.note}>
              To change who somebody reports to, edit them under People.
              {(pagination?.total ?? 0) > MOST &&
                ` The first ${MOST} people are shown. See Users for everyone.`}
            </p>
            <Teams teams={teamsOf(data.users)} />
          </>
        )}
      </PartStates>
    </section>
  );
}

function Teams({ teams }: { teams: readonly Team[] }) {
  return (
    <ul className={classes.team}>
      {teams.map(({ person, below }) => (
        <li key={person.id}>
          <div className={classes.person}>
            <span>{nameOf(person)}</span>
            <span className={classes.beside}>
              {roleLabel(person.role.name)}
              {!person.isActive && ', inactive'}
            </span>
          </div>
          {below.length > 0 && <Teams teams={below} />}
        </li>
      ))}
    </ul>
  );
}

const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`;
