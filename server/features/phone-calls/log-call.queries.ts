import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Outcome } from '#shared/company/sources.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { isMissed, resultOf, secondsOf } from '#server/features/phone-calls/call-after.ts';
import { callBack, withoutCallBack } from '#server/features/phone-calls/call-back.queries.ts';
import { leadsWith } from '#server/features/phone-calls/find-calls.queries.ts';
import type { CallSource, StoredCall } from '#server/features/phone-calls/find-calls.queries.ts';
import { takeEnquiry } from '#server/features/public-leads/take-enquiry.queries.ts';
import { leadFollows } from '#server/leads/changes/lead-follows.queries.ts';
import { queueWebhooks } from '#server/leads/changes/queue-webhooks.ts';
import { findAssignee } from '#server/leads/owners/assignees.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';

const NO_LEAD = 'No lead has this number.';
const NO_NUMBER = 'The telephone system sent no phone number for this call.';
const IN_TRASH = 'The lead is in the trash.';

/** The source of a call, which may be gone by now, and the users to notify of an unassigned lead. */
export type Logging = { source: CallSource | undefined; leaders: readonly string[] };
/** The call with its lead and log; `made` when it brought a lead, and a sentence when there is no log. */
export type Logged = { call: StoredCall; made?: Outcome; remark?: string };

/** The form of a call, as a person has filled it in: its status and whole minutes. */
type Form = { call_status: string; duration: number };
type Noted = { isNoted?: boolean; form?: Form | undefined };

/**
 * Makes the one log of a call at its end, or as soon as an outcome or a form was saved, and corrects it afterwards; a missed
 * call becomes a follow-up. In the caller's transaction, which holds the turn of the call. `isNoted`: outcome and comments
 * of the call go to a log that there is.
 */
export async function logCall(
  inside: ClientScope,
  logging: Logging,
  call: StoredCall,
  { isNoted = false, form }: Noted = {},
): Promise<Logged> {
  if (call.state !== 'ended' && call.call_outcome === null && !call.is_logged && !form) return { call };
  const found = await leadOf(inside, logging, call);
  const { leadId, made } = found;
  const seen = { ...call, lead_id: leadId ?? null };
  if (!leadId) return { call: seen, remark: call.number ? NO_LEAD : NO_NUMBER };
  const lead = await sql`
    SELECT id FROM ${inside.table('leads')} l WHERE id = ${leadId} AND deleted_at IS NULL FOR UPDATE
  `.execute(inside.db);
  if (lead.rows.length === 0) return { call, remark: IN_TRASH };
  const was = await logOf(inside, call);
  if (was && isNoted) await noteOutcome(inside, call);
  const logId = await writeLog(inside, seen, { isThere: was !== undefined, form });
  const linked = { lead_id: leadId, call_log_id: logId, is_logged: true };
  await inside.db.updateTable('phone_calls').set(linked).where('id', '=', call.id).execute();
  const after = { ...seen, ...linked };
  await leadFollows(inside, leadId, { call: { was: was?.call_date ?? null } });
  const wasMissed = was !== undefined && was.call_status !== 'completed';
  if (isMissed(call) && (was ? !wasMissed : !call.is_logged))
    after.reminder_id = await callBack(inside, leadId, logging.leaders, call);
  if (!isMissed(call) && call.reminder_id) await withoutCallBack(inside, leadId, call);
  return { call: after, ...(made && { made }) };
}

/** The lead of a call: the chosen one, else the agent's, else the latest; an unknown caller may become one. */
async function leadOf(
  inside: ClientScope,
  { source, leaders }: Logging,
  { lead_id, number, agent_id, state, direction, started_at }: StoredCall,
): Promise<{ leadId?: string; made?: Outcome }> {
  if (lead_id) return { leadId: lead_id };
  const known = await leadsWith(inside, number);
  const own = known.find(({ assigned_to }) => assigned_to !== null && assigned_to === agent_id);
  const leadId = (own ?? known[0])?.id;
  if (leadId) return { leadId };
  if (!number || !source?.creates_leads || state !== 'ended' || direction !== 'inbound') return {};
  const owner = source.owner_id ? await findAssignee(inside, source.owner_id) : undefined;
  const products = inside.db.selectFrom('products').select('id').where('deleted_at', 'is', null);
  const product = source.product_id
    ? await products.where('id', '=', source.product_id).executeTakeFirst()
    : undefined;
  const taken = await takeEnquiry(inside, {
    options: await fieldOptions(inside),
    through: source.name,
    leaders,
    at: started_at,
    fields: {
      name: number,
      phone: number,
      source: source.lead_source ?? source.name,
      product_id: product?.id ?? null,
      assigned_to: owner?.mayTake ? source.owner_id : null,
    },
  });
  return { leadId: taken.leadId, made: taken.isNew ? 'new_lead' : 'new_enquiry' };
}

type StoredLog = { call_date: Date; call_status: string };

/** The log that the call has, unless somebody has deleted it. */
async function logOf(inside: ClientScope, { call_log_id }: StoredCall): Promise<StoredLog | undefined> {
  if (!call_log_id) return undefined;
  const { rows } = await sql<StoredLog>`
    SELECT call_date, call_status FROM ${inside.table('call_logs')} c WHERE id = ${call_log_id}`.execute(
    inside.db,
  );
  return rows[0];
}

/** Writes outcome and comments that a person has noted into the log. */
async function noteOutcome(
  { db }: ClientScope,
  { call_log_id, call_outcome, notes }: StoredCall,
): Promise<void> {
  const noted = { ...(call_outcome && { call_outcome }), ...(notes && { notes }) };
  if (Object.keys(noted).length > 0)
    await db.updateTable('call_logs').set(noted).where('id', '=', call_log_id).execute();
}

const STATUSES = {
  answered: 'completed',
  missed: 'no-answer',
  busy: 'busy',
  voicemail: 'voicemail',
} as const;

/** The columns of a log that a telephone system knows from the beginning. */
function columnsOf(call: StoredCall) {
  const caller = isMissed(call) ? null : call.agent_id;
  return {
    call_date: call.started_at,
    call_type: call.direction,
    recording: call.recording,
    user_id: caller,
    called_by: caller,
  };
}

/** How a call went: as the telephone system tells at its end, until then as a form says. */
function courseOf(call: StoredCall, form: Form | undefined): Partial<Form & { seconds: number | null }> {
  if (call.state !== 'ended') return form ?? {};
  const [result, seconds] = [resultOf(call), secondsOf(call)];
  return {
    call_status: STATUSES[call.direction === 'inbound' && result === 'busy' ? 'missed' : result],
    duration: Math.ceil((seconds ?? 0) / 60),
    seconds,
  };
}

type Written = { isThere: boolean; form: Form | undefined };

/** Writes the log, or corrects it; null when somebody has deleted it. */
async function writeLog(
  inside: ClientScope,
  call: StoredCall,
  { isThere, form }: Written,
): Promise<string | null> {
  const columns = { ...columnsOf(call), ...courseOf(call, form) };
  if (call.is_logged) {
    if (isThere)
      await inside.db
        .updateTable('call_logs')
        .set({ ...columns, lead_id: call.lead_id ?? undefined })
        .where('id', '=', call.call_log_id)
        .execute();
    return isThere ? call.call_log_id : null;
  }
  const id = uuidv7();
  const { call_date, call_type, recording, user_id } = columns;
  const { call_status = 'completed', duration = 0, seconds = null } = columns;
  await sql`
    WITH ${queueWebhooks(inside, 'call.logged', sql`SELECT ${id}::uuid AS id`)}
    INSERT INTO ${inside.stored('call_logs')} (id, lead_id, user_id, called_by, call_date, call_type, call_status,
      call_outcome, duration, seconds, notes, source_id, recording, created_at)
    VALUES (${id}, ${call.lead_id}, ${user_id}, ${user_id}, ${call_date}, ${call_type}, ${call_status},
      ${call.call_outcome}, ${duration}, ${seconds}, ${call.notes}, ${call.source_id}, ${recording}, ${new Date()})
  `.execute(inside.db);
  return id;
}
