import { sql } from 'kysely';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import type { operations } from '#shared/activities/operations.ts';
import { can } from '#shared/accounts/permissions.ts';
import { retention } from '#server/retention.ts';
import { pageOf } from '#server/db/sql/paginate.ts';
import type { Actor } from '#server/db/actors.ts';
import type { ReadScope } from '#server/db/scope.ts';

/** After this long without progress, an undo counts as interrupted: its server was killed. */
const INTERRUPTED = sql`interval '1 minute'`;

export const isRecent = () =>
  sql<boolean>`operations.at > now() - make_interval(days => ${retention().trash})`;

/**
 * True while nobody has undone the operation, or if an undo was interrupted; an undo stores its user only at
 * its end.
 */
export const canBeUndone = sql<boolean>`(operations.undone_at IS NULL
  OR operations.undone_by IS NULL AND operations.undone_at < now() - ${INTERRUPTED})`;

/** Admins may undo any operation in their client, other users their own. */
export const mayUndo = (user: Actor, operation: { user_id: string | null }) =>
  can(user.role, 'operations.undo_any') || operation.user_id === user.id;

/** Recent operations, newest first; the caller may undo all of them while they are recent. */
export async function listOperations(scope: ReadScope, query: QueryOf<typeof operations.list>) {
  const { page, limit } = query;
  let visible = scope.db.selectFrom('operations');
  if (!can(scope.user.role, 'operations.undo_any'))
    visible = visible.where('operations.user_id', '=', scope.user.id);
  const { total } = await visible
    .select((all) => all.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await visible
    .leftJoin('members', 'members.id', 'operations.user_id')
    .select([
      'operations.id',
      'kind',
      'at',
      'user_id',
      'members.name as user_name',
      'leads',
      'summary',
      'undone_at',
    ])
    .select(scope.clientId('operations').as('clientId'))
    .select(sql<boolean>`${isRecent()} AND ${canBeUndone}`.as('can_undo'))
    .orderBy('at', 'desc')
    .orderBy('operations.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { data: rows, pagination: pageOf(query, total) };
}
