import { sql } from 'kysely';
import { foldRole } from '#shared/permissions.ts';
import type { Actor } from '#server/db/scope.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';

/** What a stream may show depends on this alone: when it changes, the stream ends and is opened anew. */
export const standingOf = ({
  role,
  client,
}: Pick<Actor, 'role'> & { client: { id: string } | null }): string => `${role} ${client?.id ?? 'all'}`;

/** Session → standing of those that live, in one question for all streams of this process. */
export async function livingSessions(
  system: SystemScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const core = openCore(system);
  const rows = await core
    .selectFrom('core.sessions as s')
    .innerJoin('core.users as u', 'u.id', 's.user_id')
    .innerJoin('core.roles as r', 'r.id', 'u.role_id')
    .leftJoin('core.clients as c', 'c.id', 'u.client_id')
    .select(['s.id', 'r.name', 'c.id as client_id'])
    .where(sql<boolean>`s.id = ANY(${ids}::uuid[])`)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('s.idle_expires_at', '>', sql<Date>`now()`)
    .where('u.is_active', '=', true)
    .where(sql<boolean>`c.is_active IS NOT false`)
    .execute();
  return new Map(
    rows.flatMap(({ id, name, client_id }) => {
      const role = foldRole(name);
      return role ? [[id, standingOf({ role, client: client_id === null ? null : { id: client_id } })]] : [];
    }),
  );
}
