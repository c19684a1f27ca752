import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { newIdFor } from '#server/db/sql/new-id.ts';
import { onOneNode } from '#server/db/cluster/on-one-node.ts';
import { HOLDS_CONTACT, NAME_IN_TITLE, followUpTitle } from '#shared/leads/lead-name.ts';
import type { ClientScope } from '#server/db/scope.ts';

/** `followUpTitle` for the column `name`. */
const TITLE = sql`CASE WHEN name ~ ${HOLDS_CONTACT}::text THEN ${followUpTitle('')}::text
  ELSE ${followUpTitle('')} || ' with ' || left(name, ${NAME_IN_TITLE}::int) END`;

/** The date of the earliest open reminder of the lead `old`, which always equals its follow-up date. */
export function earliestOpen(scope: ClientScope): RawBuilder<Date | null> {
  return sql<Date | null>`(SELECT min(r.reminder_date) FROM ${scope.table('reminders')} r
    WHERE r.lead_id = old.id AND NOT r.is_completed)`;
}

/**
 * Makes reminders agree with follow-up dates that have just been set. The earliest
 * open reminder moves to the date, as do others that would be due before it; a lead without an open reminder
 * gets one. Clearing the date deletes automatic reminders and completes those written by a user. `leads` is
 * an array of ids that the transaction has locked; leads whose reminders already agree are left alone. `at`
 * is the moment of the change in the history.
 */
export async function remindersFollowDate(
  scope: ClientScope,
  leads: RawBuilder<unknown>,
  at: Date,
): Promise<void> {
  const reminders = scope.table('reminders');
  const update = sql`UPDATE ${scope.stored('reminders')} r`;
  await sql`
    WITH lead AS MATERIALIZED (
      SELECT l.id, l.name, l.assigned_to, l.next_followup_date AS due, e.id AS earliest, e.reminder_date
      FROM ${scope.table('leads')} l LEFT JOIN LATERAL (
        SELECT r.id, r.reminder_date FROM ${reminders} r WHERE r.lead_id = l.id AND NOT r.is_completed
        ORDER BY r.reminder_date, r.id LIMIT 1
      ) e ON true
      WHERE l.id = ANY(${leads}) AND l.next_followup_date IS DISTINCT FROM e.reminder_date
    ), moved AS (
      ${update} SET reminder_date = lead.due, version = r.version + 1, updated_at = now()
      FROM lead WHERE r.lead_id = lead.id AND NOT r.is_completed AND lead.due IS NOT NULL
        AND (r.id = lead.earliest OR r.reminder_date < lead.due)
    ), planned AS (
      INSERT INTO ${scope.stored('reminders')} (id, lead_id, user_id, title, reminder_date, is_automatic, created_at, updated_at)
      SELECT ${newIdFor(sql`id::text`)}, id, assigned_to, ${TITLE}, due, true,
        ${at}::timestamptz, ${at}::timestamptz
      FROM lead${onOneNode(scope)} WHERE due IS NOT NULL AND earliest IS NULL
    ), dropped AS (
      DELETE FROM ${scope.stored('reminders')} r USING lead
      WHERE r.lead_id = lead.id AND NOT r.is_completed AND lead.due IS NULL AND r.is_automatic
    )
    ${update} SET is_completed = true, completed_at = ${at}::timestamptz, version = r.version + 1, updated_at = now()
    FROM lead WHERE r.lead_id = lead.id AND NOT r.is_completed AND lead.due IS NULL AND NOT r.is_automatic
  `.execute(scope.db);
}

/**
 * Reopens the reminders that an operation completed by clearing follow-up dates: their completion time equals
 * that of the operation's lines in the history. For an undo, before the dates are restored.
 */
export async function reopenCompleted(
  scope: ClientScope,
  operationId: string,
  leadIds: readonly string[],
): Promise<void> {
  await sql`
    UPDATE ${scope.stored('reminders')} r SET is_completed = false, completed_at = NULL, version = r.version + 1, updated_at = now()
    FROM ${scope.table('lead_events')} e
    WHERE e.lead_id = ANY(${leadIds}::uuid[]) AND e.operation_id = ${operationId} AND e.changes ? 'next_followup_date'
      AND r.lead_id = e.lead_id AND r.is_completed AND r.completed_at = e.at
  `.execute(scope.db);
}

/**
 * Deletes the reminders that an operation's follow-up dates created, recognised by the time of its history
 * entries, unless somebody has edited them since. Called by an undo before it restores the dates: a restored
 * date would move such a reminder.
 */
export async function removePlanned(
  scope: ClientScope,
  operationId: string,
  leadIds: readonly string[],
): Promise<void> {
  await sql`
    DELETE FROM ${scope.stored('reminders')} r USING ${scope.table('lead_events')} e
    WHERE e.lead_id = ANY(${leadIds}::uuid[]) AND e.operation_id = ${operationId} AND e.changes ? 'next_followup_date'
      AND r.lead_id = e.lead_id AND r.is_automatic AND NOT r.is_completed AND r.created_at = e.at AND r.updated_at = e.at
  `.execute(scope.db);
}

/** Creates the reminder for a new lead's follow-up date, in the statement that creates the lead. */
export function dateReminder(scope: ClientScope): RawBuilder<unknown> {
  return sql`INSERT INTO ${scope.stored('reminders')} (id, lead_id, user_id, title, reminder_date, is_automatic, created_at, updated_at)
    SELECT ${newIdFor(sql`id::text`)}, id, assigned_to, ${TITLE}, next_followup_date, true, created_at, created_at
    FROM lead${onOneNode(scope)}`;
}
