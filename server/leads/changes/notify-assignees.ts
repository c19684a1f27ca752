import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { newIdFor } from '#server/db/sql/new-id.ts';
import { onOneNode } from '#server/db/cluster/on-one-node.ts';
import type { ClientScope } from '#server/db/scope.ts';

/**
 * The statement, as part of a change, that notifies users of leads that somebody else has assigned to them;
 * the leads of one operation share a notification. `assigned` are rows with `id` and `assigned_to`, one per
 * lead with a new assignee.
 */
export function notifyAssignees(
  scope: ClientScope,
  assigned: RawBuilder<unknown>,
  operationId?: string,
): RawBuilder<unknown> {
  return sql`INSERT INTO ${scope.stored('notifications')} AS known
      (id, user_id, kind, lead_id, leads, operation_id, by_id, created_at)
    SELECT ${newIdFor(sql`assigned_to::text`)}, assigned_to, 'assigned', CASE WHEN count(*) = 1 THEN (array_agg(id))[1] END, count(*),
      ${operationId ?? null}::uuid, ${scope.user.id}::uuid, ${new Date()}::timestamptz
    FROM ${assigned}${onOneNode(scope)} WHERE assigned_to <> ${scope.user.id}::uuid GROUP BY assigned_to
    ON CONFLICT (operation_id, user_id, kind) WHERE operation_id IS NOT NULL
      DO UPDATE SET lead_id = NULL, leads = known.leads + excluded.leads`;
}
