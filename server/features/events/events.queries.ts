import { sql } from 'kysely';
import { foldRole } from '#shared/accounts/permissions.ts';
import type { Actor } from '#server/db/actors.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import { SIGHT_COLUMNS, masksContacts, sightOf } from '#server/accounts/lead-visibility.ts';

/** Everything that determines what a stream may show: when it changes, the stream is closed and reopened. */
export const standingOf = ({
  role,
  client,
  sight,
  masksContacts: masks,
}: Pick<Actor, 'role' | 'sight' | 'masksContacts'> & { client: { id: string } | null }): string =>
  `${role} ${client?.id ?? 'all'} ${JSON.stringify(sight)} ${masks}`;

/** How many of these leads the caller may see. */
export async function countSeen(scope: ReadScope, leads: readonly string[]): Promise<number> {
  const { rows } = await sql<{ seen: number }>`
    SELECT count(*)::int AS seen FROM ${scope.table('leads')} leads
    WHERE id = ANY(${leads}::uuid[]) AND deleted_at IS NULL
  `.execute(scope.db);
  return rows[0]?.seen ?? 0;
}

/** The standing of each valid session, in one query for all streams of this process. */
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
    .select(['s.id', 's.user_id', 'r.name', 'c.id as client_id', ...SIGHT_COLUMNS])
    .where(sql<boolean>`s.id = ANY(${ids}::uuid[])`)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('s.idle_expires_at', '>', sql<Date>`now()`)
    .where('u.is_active', '=', true)
    .where(sql<boolean>`c.is_active IS NOT false`)
    .execute();
  return new Map(
    rows.flatMap(({ id, user_id, name, client_id, ...row }) => {
      const role = foldRole(name);
      if (!role) return [];
      const standing = {
        role,
        client: client_id === null ? null : { id: client_id },
        sight: sightOf(row, { id: user_id, role }).sight,
        masksContacts: masksContacts(row.salesrep_contacts, role),
      };
      return [[id, standingOf(standing)]];
    }),
  );
}
