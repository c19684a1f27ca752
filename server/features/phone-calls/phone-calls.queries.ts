import { sql } from 'kysely';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { LOST_END_MINUTES, MOST_CALL_LEADS } from '#shared/activities/phone-calls.ts';
import type { phoneCalls } from '#shared/activities/phone-calls.ts';
import { can } from '#shared/accounts/permissions.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import { UNKNOWN_CALL, findCalls } from '#server/features/call-logs/call-logs.queries.ts';
import { isMissed, secondsOf } from '#server/features/phone-calls/call-after.ts';
import { announce } from '#server/features/phone-calls/announce-call.ts';
import type { StoredCall } from '#server/features/phone-calls/find-calls.queries.ts';
import { logCall } from '#server/features/phone-calls/log-call.queries.ts';
import { completeOf, planOf } from '#server/features/reminders/reminder-writes.queries.ts';
import { listOpenOfLead } from '#server/features/reminders/reminders.queries.ts';
import { leadFollows } from '#server/leads/changes/lead-follows.queries.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';
import { hasNumber } from '#server/leads/known-numbers.ts';

export const UNKNOWN_PHONE_CALL = 'This phone call does not exist.';
const NO_LEAD = 'Choose the lead of this call first.';

/** A call with the names that its pop-up shows. */
type Named = StoredCall & { agent_name: string | null; source_name: string | null };
type ShownLead = {
  id: string;
  name: string;
  company_name: string | null;
  status: string;
  assigned_to: string | null;
  assigned_user_name: string | null;
};

const withNames = (scope: ReadScope) => sql`
  SELECT p.*, a.name AS agent_name, s.name AS source_name FROM ${scope.table('phone_calls')} p
  LEFT JOIN ${scope.table('members')} a ON a.id = p.agent_id LEFT JOIN ${scope.table('members')} s ON s.id = p.source_id`;

/** The calls that ring or run for the caller. */
export async function listCurrent(scope: ReadScope) {
  if (!scope.client) return [];
  const { rows } = await sql<Named>`
    ${withNames(scope)} WHERE p.state <> 'ended' AND p.created_at > now() - make_interval(mins => ${LOST_END_MINUTES})
      AND ${scope.user.id}::uuid = ANY(p.told) ORDER BY p.created_at LIMIT 20`.execute(scope.db);
  const seen = await Promise.all(rows.map(async (row) => await seenBy(scope, row)));
  return await Promise.all(seen.flatMap((call) => (call ? [presented(scope, call)] : [])));
}

/** A call that concerns the caller. Throws 404. */
export async function getPhoneCall(scope: ReadScope, id: string) {
  return await presented(scope, await visibleCall(scope, id));
}

/** The event with which a stream tells its user of a call; undefined when it does not concern them. */
export async function findPhoneCallEvent(
  scope: ReadScope,
  id: string,
): Promise<Extract<LiveEvent, { type: 'phone_call' }> | undefined> {
  const seen = await findVisible(scope, id);
  if (!seen || !scope.client) return undefined;
  const { call, leads } = seen;
  return {
    type: 'phone_call',
    clientId: scope.client.id,
    id,
    state: call.state,
    direction: call.direction,
    is_missed: isMissed(call),
    number: call.number,
    ended_at: call.ended_at?.toISOString() ?? null,
    leads: leads.map((lead) => lead.id),
    agent_id: call.agent_id,
  };
}

/** Where the recording of a call that the caller sees lies. Throws 404. */
export async function findRecording(scope: ReadScope, callLogId: string) {
  const { rows } = await sql<{ source_id: string | null; recording: string | null; clientId: string }>`
    SELECT c.source_id, c.recording, ${scope.clientId('call_logs')} AS "clientId" FROM ${scope.table('call_logs')} c
    JOIN ${scope.table('leads')} l ON l.id = c.lead_id AND l.deleted_at IS NULL WHERE c.id = ${callLogId}::uuid
  `.execute(scope.db);
  if (!rows[0]) throw new NotFound(UNKNOWN_CALL);
  return rows[0];
}

type Seen = { call: Named; leads: ShownLead[] };

async function visibleCall(scope: ReadScope, id: string): Promise<Seen> {
  const seen = await findVisible(scope, id);
  if (!seen) throw new NotFound(UNKNOWN_PHONE_CALL);
  return seen;
}

async function findVisible(scope: ReadScope, id: string): Promise<Seen | undefined> {
  if (!scope.client) return undefined;
  const { rows } = await sql<Named>`${withNames(scope)} WHERE p.id = ${id}::uuid`.execute(scope.db);
  return rows[0] && (await seenBy(scope, rows[0]));
}

/**
 * The call with its leads that the caller sees: for its agent, and for those who were told of it or may change everybody's
 * calls, unless they see none of its leads.
 */
async function seenBy(scope: ReadScope, call: Named): Promise<Seen | undefined> {
  const { user } = scope;
  const isAgent = call.agent_id === user.id;
  if (!isAgent && !call.told.includes(user.id) && !can(user.role, 'calls.change_any')) return undefined;
  const numbers = call.number ? [call.number] : [];
  const { rows: leads } = await sql<ShownLead>`
    SELECT l.id, l.name, l.company_name, l.status, l.assigned_to, m.name AS assigned_user_name
    FROM ${scope.table('leads')} l LEFT JOIN ${scope.table('members')} m ON m.id = l.assigned_to
    WHERE l.deleted_at IS NULL AND (${hasNumber('l', numbers)} OR l.id = ${call.lead_id}::uuid)
    ORDER BY l.id = ${call.lead_id}::uuid DESC NULLS LAST, l.is_archived, l.updated_at DESC, l.id LIMIT ${MOST_CALL_LEADS}
  `.execute(scope.db);
  const isHidden = leads.length === 0 && (call.is_known || call.lead_id !== null);
  return isHidden && !isAgent ? undefined : { call, leads };
}

async function presented(scope: ReadScope, { call, leads }: Seen) {
  const isNew = leads.length === 0 && !call.is_known && call.lead_id === null;
  const chosen = call.lead_id ?? (leads.length === 1 ? leads[0]?.id : undefined);
  return {
    id: call.id,
    state: call.state,
    direction: call.direction,
    is_missed: isMissed(call),
    number: call.number,
    new_number: isNew ? call.number : null,
    started_at: call.started_at,
    answered_at: call.answered_at,
    ended_at: call.ended_at,
    seconds: call.state === 'ended' ? secondsOf(call) : null,
    agent: call.agent_id ? { id: call.agent_id, name: call.agent_name ?? '' } : null,
    lead_id: leads.find(({ id }) => id === chosen)?.id ?? null,
    leads: await Promise.all(leads.map(async (lead) => ({ ...lead, ...(await storyOf(scope, lead.id)) }))),
    call_log_id: call.call_log_id,
    call_outcome: call.call_outcome,
    source_name: call.source_name,
    clientId: scope.client?.id ?? '',
  };
}

/** The pop-up's story of a lead: what is next, and how the last call went. */
async function storyOf(scope: ReadScope, leadId: string) {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${scope.table('call_logs')} c WHERE lead_id = ${leadId} ORDER BY call_date DESC, id DESC LIMIT 1
  `.execute(scope.db);
  const [[next_step = null], [last_call = null]] = await Promise.all([
    listOpenOfLead(scope, leadId, 1),
    findCalls(
      scope,
      rows.map(({ id }) => id),
    ),
  ]);
  return { next_step, last_call };
}

/**
 * Chooses the lead of a call, and notes outcome and comments in its one log, which is made if there is none; completes and
 * plans follow-ups in the same transaction. Throws 404, and 409 for an outcome without a lead.
 */
export async function updatePhoneCall(
  scope: ClientScope,
  id: string,
  {
    lead_id,
    call_outcome,
    notes,
    reminder,
    completes_reminder_id: met,
    ...told
  }: BodyOf<typeof phoneCalls.update>,
): Promise<void> {
  const { call_status, duration = 0 } = told;
  const form = call_status && { call_status, duration };
  await scope.transaction(async (inside) => {
    await sql`SELECT id FROM ${inside.table('phone_calls')} WHERE id = ${id}::uuid FOR UPDATE`.execute(
      inside.db,
    );
    const { call, leads } = await visibleCall(inside, id);
    const only = call.lead_id ?? (leads.length === 1 ? leads[0]?.id : undefined);
    const chosen = lead_id ?? only;
    if (lead_id) await assertSeen(inside, lead_id);
    const isNoted = call_outcome !== undefined || notes !== undefined || form !== undefined;
    if ((isNoted || reminder || met) && !chosen) throw new Conflict(NO_LEAD);
    const after = await inside.db
      .updateTable('phone_calls')
      .set({
        lead_id: chosen ?? null,
        // The person who notes how a call went has spoken, if the telephone system doesn't say who has.
        ...(isNoted && { agent_id: call.agent_id ?? inside.user.id }),
        ...(call_outcome !== undefined && { call_outcome }),
        ...(notes !== undefined && { notes }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await moveLog(inside, call, chosen);
    const logged = isNoted || call.is_logged || call.state === 'ended';
    if (logged) await logCall(inside, { source: undefined, leaders: [] }, after, { isNoted, form });
    if (!chosen) return;
    if (met) await completeOf(inside, chosen, met);
    if (reminder) await planOf(inside, chosen, reminder);
    if (met || reminder) await leadFollows(inside, chosen, { reminders: true });
    await announce(inside, after, after.told);
  });
}

async function assertSeen(inside: ClientScope, leadId: string): Promise<void> {
  const { rows } = await sql`
    SELECT id FROM ${inside.table('leads')} l WHERE id = ${leadId}::uuid AND deleted_at IS NULL FOR UPDATE`.execute(
    inside.db,
  );
  if (rows.length === 0) throw new NotFound(UNKNOWN_LEAD);
}

/** The log of a call goes along to another lead. */
async function moveLog(inside: ClientScope, call: StoredCall, leadId: string | undefined): Promise<void> {
  if (!call.call_log_id || !leadId || call.lead_id === leadId || !call.lead_id) return;
  const { rows } = await sql<{ call_date: Date }>`
    UPDATE ${inside.stored('call_logs')} SET lead_id = ${leadId}::uuid WHERE id = ${call.call_log_id} RETURNING call_date
  `.execute(inside.db);
  if (rows[0]) await leadFollows(inside, call.lead_id, { call: { was: rows[0].call_date } });
}
