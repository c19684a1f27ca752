import type { User } from '#shared/users.ts';

/** A person with the people directly below, and theirs. */
export type Team = { person: User; below: Team[] };

/** The people as teams: at the top those without a manager among them. Inactive people stand there only above somebody. */
export function teamsOf(people: readonly User[]): Team[] {
  const ids = new Set(people.map(({ id }) => id));
  const groups = Map.groupBy(people, ({ manager }) => (manager && ids.has(manager.id) ? manager.id : ''));
  const below = (id: string): Team[] =>
    (groups.get(id) ?? [])
      .map((person) => ({ person, below: below(person.id) }))
      .filter((team) => team.person.isActive || team.below.length > 0);
  return below('');
}
