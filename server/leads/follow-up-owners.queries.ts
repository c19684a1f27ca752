import { sql } from 'kysely';
import type { ClientScope } from '#server/db/scope.ts';

/** The part of a before-image that is no column: open reminders that changed hands with the lead, by id, with their former owners. */
export const REMINDER_OWNERS = 'reminder_owners';

type Reassigned = {
  ids: readonly string[];
  /** The moment of the change in the history; left out, reminders of former assignees stay with them. */
  replacedAt?: Date | undefined;
  operationId: string | undefined;
};

/**
 * Gives open reminders of these leads to the assignees: those of nobody, and those of an assignee whom the change at
 * `replacedAt` has replaced. Reminders that a third person owns stay with that person. An operation
 * remembers the former owners for its undo.
 */
export async function remindersFollowAssignee(
  scope: ClientScope,
  { ids, replacedAt, operationId }: Reassigned,
): Promise<void> {
  const former = replacedAt
    ? sql`(SELECT (e.changes -> 'assigned_to' ->> 0)::uuid FROM ${scope.table('lead_events')} e
        WHERE e.lead_id = l.id AND e.at = ${replacedAt}::timestamptz AND e.changes ? 'assigned_to' ORDER BY e.id DESC LIMIT 1)`
    : sql`NULL::uuid`;
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
      WHERE NOT r.is_completed AND r.user_id IS DISTINCT FROM lead.assigned_to
        AND (r.user_id IS NULL OR r.user_id = lead.former)
    ), changed AS (
      UPDATE ${scope.stored('reminders')} r SET user_id = passed.assigned_to, version = r.version + 1, updated_at = now()
      FROM passed WHERE r.id = passed.id
    )
    ${remembered}
  `.execute(scope.db);
}

/**
 * Gives reminders that an operation has passed on back to their former owners, as far as they are still open and with
 * the assignee whom the operation chose. For an undo, before the leads go back.
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
