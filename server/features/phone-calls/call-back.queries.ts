import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ClientScope } from '#server/db/scope.ts';
import type { ReminderRow } from '#server/db/tables/reminder-tables.ts';
import type { StoredCall } from '#server/features/phone-calls/find-calls.queries.ts';
import { changeLeads } from '#server/leads/changes/lead-changes.queries.ts';
import type { StoredLead } from '#server/leads/changes/lead-changes.queries.ts';
import { leadFollows } from '#server/leads/changes/lead-follows.queries.ts';
import { lockLead } from '#server/leads/changes/lead-writes.queries.ts';
import { notifyPeople } from '#server/leads/changes/notify.ts';
import { findAssignee } from '#server/leads/owners/assignees.queries.ts';
import { giveOwner } from '#server/leads/owners/distribution.queries.ts';

/** The title of the follow-up of a missed call. */
const CALL_BACK = 'Call back';

type Planned = Pick<ReminderRow, 'id'> & { reminder_date: Date };

/**
 * Makes a missed call the next step of its lead, due now: its planned follow-up moves here, since a lead has one next step
 * (decision 16), and one that is due already stays. An archived lead leaves the archive, which would hide the follow-up. A
 * lead without an owner gets one by the client's rules; without rules the leaders hear of it, as when the owner has left.
 * Returns the follow-up; null when somebody has spoken with the lead since the call, whose event came late.
 */
export async function callBack(
  inside: ClientScope,
  leadId: string,
  leaders: readonly string[],
  call: Pick<StoredCall, 'id' | 'started_at'>,
): Promise<string | null> {
  const spoken = await sql`
    SELECT 1 FROM ${inside.table('call_logs')} c
    WHERE lead_id = ${leadId} AND call_status = 'completed' AND call_date > ${call.started_at} LIMIT 1`.execute(
    inside.db,
  );
  if (spoken.rows.length > 0) return null;
  const lead = await lockLead(inside, leadId);
  if (lead.is_archived)
    await changeLeads(inside, { ids: [leadId], values: { is_archived: sql`false` }, via: 'api_key' });
  const owner = await ownerOf(inside, lead, leaders);
  const now = new Date();
  const { rows } = await sql<Planned>`
    SELECT id, reminder_date FROM ${inside.table('reminders')} r WHERE lead_id = ${leadId} AND NOT is_completed
    ORDER BY reminder_date, id LIMIT 1`.execute(inside.db);
  const [planned] = rows;
  const id = planned?.id ?? uuidv7();
  const isMoved = planned !== undefined && planned.reminder_date > now;
  if (!planned)
    await inside.db
      .insertInto('reminders')
      .values({
        id,
        lead_id: leadId,
        user_id: owner,
        title: CALL_BACK,
        reminder_date: now,
        is_automatic: true,
        created_at: now,
        updated_at: now,
      })
      .execute();
  else if (isMoved)
    await sql`
      UPDATE ${inside.stored('reminders')} SET reminder_date = ${now}::timestamptz, version = version + 1, updated_at = ${now}::timestamptz
      WHERE id = ${id}`.execute(inside.db);
  await inside.db
    .updateTable('phone_calls')
    .set({ reminder_id: id, reminder_was: isMoved ? planned.reminder_date : null })
    .where('id', '=', call.id)
    .execute();
  await leadFollows(inside, leadId, { reminders: true });
  return id;
}

/**
 * The lead's owner; the client's rules choose one for a lead that has none. An owner who has left keeps the lead, but is
 * none for its follow-up.
 */
async function ownerOf(
  inside: ClientScope,
  lead: StoredLead,
  leaders: readonly string[],
): Promise<string | null> {
  const known = lead.assigned_to === null ? undefined : await findAssignee(inside, lead.assigned_to);
  if (known && !known.hasLeft) return lead.assigned_to;
  const owner = known ? null : ((await giveOwner(inside, lead, lead.custom))?.person?.id ?? null);
  if (owner)
    await changeLeads(inside, {
      ids: [lead.id],
      values: { assigned_to: sql`${owner}::uuid` },
      via: 'api_key',
    });
  else
    await notifyPeople(
      inside,
      known ? 'enquiry' : 'unassigned',
      leaders.map((user_id) => ({ user_id, lead_id: lead.id })),
    );
  return owner;
}

/**
 * Takes the follow-up of a missed call back, when a late event tells that somebody has answered: one that was moved gets its
 * date again. Leaves one that somebody has changed, or that another missed call waits for.
 */
export async function withoutCallBack(
  inside: ClientScope,
  leadId: string,
  { id, reminder_id, reminder_was: date }: Pick<StoredCall, 'id' | 'reminder_id' | 'reminder_was'>,
): Promise<void> {
  const none = { reminder_id: null, reminder_was: null };
  await inside.db.updateTable('phone_calls').set(none).where('id', '=', id).execute();
  const isFree = sql`id = ${reminder_id} AND NOT is_completed AND NOT EXISTS (
    SELECT 1 FROM ${inside.table('phone_calls')} p WHERE p.reminder_id = r.id)`;
  // An edit of the moved follow-up since then makes updated_at differ from its date.
  const { rows } = await (
    date
      ? sql`
        UPDATE ${inside.stored('reminders')} r SET reminder_date = ${date}::timestamptz, version = version + 1, updated_at = ${new Date()}::timestamptz
        WHERE ${isFree} AND reminder_date = updated_at RETURNING id`
      : sql`DELETE FROM ${inside.stored('reminders')} r WHERE ${isFree} AND is_automatic AND title = ${CALL_BACK} RETURNING id`
  ).execute(inside.db);
  if (rows.length > 0) await leadFollows(inside, leadId, { reminders: true });
}
