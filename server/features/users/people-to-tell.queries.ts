import { sql } from 'kysely';
import { can, foldRole, isRep } from '#shared/accounts/permissions.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { openCore } from '#server/db/system-scope.ts';
import { SIGHT_COLUMNS, sightOf } from '#server/accounts/lead-visibility.ts';

/**
 * The users to notify of an unassigned lead: active managers and admins of the client, or else all its users.
 */
export async function leadersOf(system: SystemScope, clientId: string): Promise<string[]> {
  const users = await activePeople(system).where('u.client_id', '=', clientId).execute();
  const leaders = users.filter(({ name }) => !isRep(foldRole(name)));
  return (leaders.length > 0 ? leaders : users).map(({ id }) => id);
}

/** Each user's active manager, by the user's id, if there is one who can see the user's leads. */
export async function managersOf(
  system: SystemScope,
  clientId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await openCore(system)
    .selectFrom('core.users as u')
    .innerJoin('core.roles as r', 'r.id', 'u.role_id')
    .innerJoin('core.clients as c', 'c.id', 'u.client_id')
    .select(['u.id', 'r.name', ...SIGHT_COLUMNS])
    .select(
      sql<string[]>`ARRAY(SELECT below.id FROM core.users below WHERE below.manager_id = u.id)`.as('below'),
    )
    .where('u.is_active', '=', true)
    .where('u.client_id', '=', clientId)
    .execute();
  const pairs = rows.flatMap(({ id, name, below, ...row }) => {
    const role = foldRole(name);
    if (!role) return [];
    const { sight } = sightOf(row, { id, role });
    const seen = below.filter((person) => sight?.people.includes(person) ?? true);
    return seen.map((person) => [person, id] as const);
  });
  return new Map(pairs);
}

/**
 * The users responsible for a client's webhook: its active admins, and its creator if that is a superadmin or
 * admin of all clients.
 */
export async function webhookKeepers(
  system: SystemScope,
  clientId: string,
  maker: string | null,
): Promise<string[]> {
  const users = await activePeople(system)
    .where((eb) => eb.or([eb('u.client_id', '=', clientId), eb('u.id', '=', maker)]))
    .execute();
  return users.filter(({ name }) => can(foldRole(name), 'api_keys.manage')).map(({ id }) => id);
}

const activePeople = (system: SystemScope) =>
  openCore(system)
    .selectFrom('core.users as u')
    .innerJoin('core.roles as r', 'r.id', 'u.role_id')
    .select(['u.id', 'r.name'])
    .where('u.is_active', '=', true);
