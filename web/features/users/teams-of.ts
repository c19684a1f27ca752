import type { User } from '#shared/accounts/users.ts';

/** A person with everybody below. */
export type Team = { person: User; below: Team[] };

/**
 * Arranges people as teams, with those without a manager in the list at the top. Inactive people only appear
 * when somebody is below them.
 */
export function teamsOf(people: readonly User[]): Team[] {
  const ids = new Set(people.map(({ id }) => id));
  const groups = Map.groupBy(people, ({ manager }) => (manager && ids.has(manager.id) ? manager.id : ''));
  const below = (id: string): Team[] =>
    (groups.get(id) ?? [])
      .map((person) => ({ person, below: below(person.id) }))
      .filter((team) => team.person.isActive || team.below.length > 0);
  return below('');
}
