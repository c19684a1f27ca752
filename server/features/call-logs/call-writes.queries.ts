import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CallLogUpdate, NewCallLog } from '#shared/activities/call-logs.ts';
import { PERMISSIONS, can } from '#shared/accounts/permissions.ts';
import { once } from '#server/db/once.ts';
import { onOneNode } from '#server/db/cluster/on-one-node.ts';
import type { Once } from '#server/db/once.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { CallLogRow } from '#server/db/tables/client-tables.ts';
import { Forbidden, NotFound } from '#server/errors.ts';
import { UNKNOWN_CALL } from '#server/features/call-logs/call-logs.queries.ts';
import { completeOf } from '#server/features/reminders/reminder-writes.queries.ts';
import { repeatValues, repetition } from '#server/features/reminders/series.queries.ts';
import { leadFollows, onHanging } from '#server/leads/changes/lead-follows.queries.ts';
import { queueWebhooks } from '#server/leads/changes/queue-webhooks.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';

type Stored = Selectable<CallLogRow>;
const CALL = { table: 'call_logs', unknown: UNKNOWN_CALL } as const;

/** The ids of a new call and of the reminder created with it. */
export type LoggedCall = { id: string; reminderId: string | null };

/**
 * Logs a call by the signed-in user, completes the follow-up it was about and plans the next one, once per
 * key; the lead is updated accordingly, and `see` reads the answer before anybody else can change it. Throws 404,
 * including for a follow-up of another lead, and 409.
 */
export async function createCall<Seen>(
  scope: ClientScope,
  input: NewCallLog,
  key: string | undefined,
  see: (inside: ClientScope, logged: LoggedCall) => Promise<Seen>,
): Promise<Once<LoggedCall, Seen>> {
  const { lead_id, call_type, call_status, call_outcome, duration, notes, call_date, reminder } = input;
  const met = input.completes_reminder_id;
  const logged: LoggedCall = { id: uuidv7(), reminderId: reminder ? uuidv7() : null };
  const now = new Date();
  const at = call_date ?? now;
  const caller = sql`${scope.user.id}::uuid`;
  const followUp = reminder
    ? sql`, reminder AS (
        INSERT INTO ${scope.stored('reminders')} (id, lead_id, user_id, title, description, reminder_date, created_at, updated_at,
          repeat_every, repeat_unit, repeat_until, repeat_from, repeat_step)
        SELECT ${logged.reminderId}::uuid, id, assigned_to, ${reminder.title}, ${reminder.description ?? null}, ${reminder.reminder_date}::timestamptz,
          ${now}::timestamptz, ${now}::timestamptz,
          ${repeatValues(repetition(scope, reminder.repeat, reminder.reminder_date, 'reminder.repeat.until'))}
        FROM lead${onOneNode(scope)}
      )`
    : sql``;
  return await once(scope, { operation: 'call_logs.create', key, input }, logged, async (inside) => {
    const found = await sql<{ is_after_first: boolean }>`
      WITH lead AS MATERIALIZED (
        SELECT id, assigned_to, first_contacted_at FROM ${scope.table('leads')} leads WHERE id = ${lead_id} AND deleted_at IS NULL FOR UPDATE
      )${followUp}, ${queueWebhooks(scope, 'call.logged', sql`SELECT ${logged.id}::uuid AS id FROM lead`)}, made AS (
        INSERT INTO ${scope.stored('call_logs')} (id, lead_id, user_id, called_by, call_date, call_type, call_status, call_outcome, duration, notes,
        created_at)
      SELECT ${logged.id}::uuid, id, ${caller}, ${caller}, ${at}::timestamptz, ${call_type}, ${call_status},
        ${call_outcome ?? null}, ${duration}::int, ${notes}, ${now}::timestamptz
      FROM lead${onOneNode(scope)}
        RETURNING id
      )
      SELECT coalesce(lead.first_contacted_at <= ${at}::timestamptz, false) AS is_after_first FROM lead, made
    `.execute(inside.db);
    if (!found.rows[0]) throw new NotFound(UNKNOWN_LEAD);
    if (met) await completeOf(inside, lead_id, met);
    await leadFollows(inside, lead_id, {
      call: { was: null, isAfterFirst: found.rows[0].is_after_first },
      ...((reminder ?? met) && { reminders: true }),
    });
    return await see(inside, logged);
  });
}

/**
 * Edits a call and updates the lead accordingly. Throws 404, and 403 for another user's call unless the
 * caller may change any.
 */
export async function updateCall(scope: ClientScope, id: string, change: CallLogUpdate): Promise<void> {
  await onHanging(scope, CALL, id, async (inside, call) => {
    assertMayChange(inside, call);
    const sent = Object.entries(change).filter(([, value]) => value !== undefined);
    if (sent.length === 0) return;
    await inside.db.updateTable('call_logs').set(Object.fromEntries(sent)).where('id', '=', id).execute();
    await leadFollows(inside, call.lead_id, { call: { was: call.call_date } });
  });
}

/** Deletes a call and updates the lead accordingly. Throws like `updateCall`. */
export async function removeCall(scope: ClientScope, id: string): Promise<void> {
  await onHanging(scope, CALL, id, async (inside, call) => {
    assertMayChange(inside, call);
    await inside.db.deleteFrom('call_logs').where('id', '=', id).execute();
    await leadFollows(inside, call.lead_id, { call: { was: call.call_date } });
  });
}

/** Throws 403 for another user's call unless the caller may change any. */
function assertMayChange(scope: ClientScope, call: Stored): void {
  if (call.user_id !== scope.user.id && !can(scope.user.role, 'calls.change_any'))
    throw new Forbidden(PERMISSIONS['calls.change_any'].refusal);
}
