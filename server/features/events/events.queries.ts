import { sql } from 'kysely';
import { foldRole } from '#shared/accounts/permissions.ts';
import type { Actor } from '#server/db/actors.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { listCovers, withCovered } from '#server/db/visibility/covers.ts';
import { sees } from '#server/db/visibility/visible-rows.ts';
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

/** Says whether a user sees all of these leads. */
export type SeesAll = (user: Pick<Actor, 'id' | 'sight'>, leads: readonly string[]) => boolean;

/**
 * Reads who sees which of these leads today, once for all users of the client. Nobody sees a lead that is
 * missing or in the trash. The scope is the whole company's.
 */
export async function readWhoSees(scope: ReadScope, leads: readonly string[]): Promise<SeesAll> {
  const { client } = scope;
  if (!client) return () => false;
  const [{ rows }, covers] = await scope.together(
    async ({ db, table }) =>
      await Promise.all([
        sql<{ id: string; assigned_to: string | null }>`
          SELECT id, assigned_to FROM ${table('leads')} leads
          WHERE id = ANY(${leads}::uuid[]) AND deleted_at IS NULL
        `.execute(db),
        listCovers(db, client),
      ]),
  );
  const assignees = new Map(rows.map((lead) => [lead.id, lead.assigned_to]));
  return ({ id, sight }, asked) => {
    const covered = covers.filter(({ covered_by }) => covered_by === id).map(({ user_id }) => user_id);
    const today = sight && withCovered(sight, covered);
    return asked.every((lead) => {
      const assignee = assignees.get(lead);
      return assignee !== undefined && sees(today, assignee);
    });
  };
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
