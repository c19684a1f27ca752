import { sql } from 'kysely';
import type { ClientScope } from '#server/db/scope.ts';

/**
 * The part of a before-image that is not a column: open reminders reassigned with the lead, by id, with their
 * former owners.
 */
export const REMINDER_OWNERS = 'reminder_owners';

type Reassigned = {
  ids: readonly string[];
  /** The moment of the change in the history; if omitted, reminders of former assignees stay with them. */
  replacedAt?: Date | undefined;
  /** The reminders that a merge has brought along, and the assignee of their lead: no others pass on. */
  merged?: { reminderIds: readonly string[]; assignee: string | null };
  operationId: string | undefined;
};

/**
 * Gives the assignees the open reminders of these leads: unowned ones, and those of an assignee replaced by
 * the change at `replacedAt`, or by a merge. Reminders owned by other users stay with them. An operation
 * remembers the former owners for its undo.
 */
export async function remindersFollowAssignee(
  scope: ClientScope,
  { ids, replacedAt, merged, operationId }: Reassigned,
): Promise<void> {
  const among = merged ? sql`r.id = ANY(${merged.reminderIds}::uuid[])` : sql`true`;
  const former = replacedAt
    ? sql`(SELECT (e.changes -> 'assigned_to' ->> 0)::uuid FROM ${scope.table('lead_events')} e
        WHERE e.lead_id = l.id AND e.at = ${replacedAt}::timestamptz AND e.changes ? 'assigned_to' ORDER BY e.id DESC LIMIT 1)`
    : sql`${merged?.assignee ?? null}::uuid`;
  const remembered = operationId
    ? sql`UPDATE ${scope.stored('operation_leads')} o
        SET before = jsonb_set(o.before, ${[REMINDER_OWNERS]}::text[], p.owners || coalesce(o.before -> ${REMINDER_OWNERS}::text, '{}'))
        FROM (SELECT lead_id, jsonb_object_agg(id, owner) AS owners FROM passed GROUP BY lead_id) p
        WHERE o.operation_id = ${operationId}::uuid AND o.lead_id = p.lead_id`
    : sql`SELECT 1`;
  await sql`
    WITH lead AS MATERIALIZED (
      SELECT l.id, l.assigned_to, ${former} AS former FROM ${scope.table('leads')} l WHERE l.id = ANY(${ids}::uuid[])
    ), passed AS MATERIALIZED (
      SELECT r.id, r.lead_id, r.user_id AS owner, lead.assigned_to FROM lead JOIN ${scope.table('reminders')} r ON r.lead_id = lead.id
      WHERE ${among} AND NOT r.is_completed AND r.user_id IS DISTINCT FROM lead.assigned_to
        AND (r.user_id IS NULL OR r.user_id = lead.former)
    ), changed AS (
      UPDATE ${scope.stored('reminders')} r SET user_id = passed.assigned_to, version = r.version + 1, updated_at = now()
      FROM passed WHERE r.id = passed.id
    )
    ${remembered}
  `.execute(scope.db);
}

/**
 * Returns reminders that an operation has reassigned to their former owners, if they are still open and still
 * owned by the assignee whom the operation chose. For an undo, before the leads are restored.
 */
export async function giveRemindersBack(
  scope: ClientScope,
  operationId: string,
  leadIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE ${scope.stored('reminders')} r SET user_id = p.owner::uuid, version = r.version + 1, updated_at = now()
    FROM ${scope.table('operation_leads')} o JOIN ${scope.table('leads')} l ON l.id = o.lead_id,
      LATERAL jsonb_each_text(o.before -> ${REMINDER_OWNERS}::text) p (id, owner)
    WHERE o.operation_id = ${operationId}::uuid AND o.lead_id = ANY(${leadIds}::uuid[]) AND r.id = p.id::uuid
      AND NOT r.is_completed AND r.user_id IS NOT DISTINCT FROM l.assigned_to
  `.execute(scope.db);
}
