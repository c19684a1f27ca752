import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { NewReminder, ReminderUpdate } from '#shared/activities/reminders.ts';
import { coveredPeople } from '#server/db/visibility/covers.ts';
import { onOneNode } from '#server/db/cluster/on-one-node.ts';
import { once } from '#server/db/once.ts';
import type { Once } from '#server/db/once.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { ReminderRow } from '#server/db/tables/reminder-tables.ts';
import { NotFound, Stale } from '#server/errors.ts';
import { leadFollows, onHanging } from '#server/leads/changes/lead-follows.queries.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';
import { UNKNOWN_REMINDER, getReminder } from '#server/features/reminders/reminders.queries.ts';
import type { PresentedReminder } from '#server/features/reminders/reminders.queries.ts';
import {
  changedRepetition,
  planNext,
  removeNext,
  repeatValues,
  repeatsSo,
  repetition,
} from '#server/features/reminders/series.queries.ts';

/**
 * Plans a follow-up, once per key, for the lead's assignee unless somebody is named, and updates the lead's
 * date; answers it as it was planned. Throws 404, 409, 422 for an owner from another client.
 */
export async function createReminder(
  scope: ClientScope,
  input: NewReminder,
  key?: string,
): Promise<Once<{ id: string }, PresentedReminder>> {
  const id = uuidv7();
  const now = new Date();
  const { lead_id, user_id, title, description, reminder_date } = input;
  const repeats = repetition(scope, input.repeat, reminder_date);
  return await once(scope, { operation: 'reminders.create', key, input }, { id }, async (inside) => {
    const planned = await sql`
      WITH lead AS MATERIALIZED (
        SELECT id, assigned_to FROM ${scope.table('leads')} leads WHERE id = ${lead_id} AND deleted_at IS NULL FOR UPDATE
      ), made AS (
        INSERT INTO ${scope.stored('reminders')} (id, lead_id, user_id, title, description, reminder_date, created_at, updated_at,
          repeat_every, repeat_unit, repeat_until, repeat_from, repeat_step)
      SELECT ${id}::uuid, id, coalesce(${user_id ?? null}::uuid, assigned_to), ${title}, ${description ?? null}, ${reminder_date}::timestamptz,
        ${now}::timestamptz, ${now}::timestamptz, ${repeatValues(repeats)}
      FROM lead${onOneNode(scope)}
        RETURNING id
      )
      SELECT id FROM made
    `.execute(inside.db);
    if (planned.rows.length !== 1) throw new NotFound(UNKNOWN_LEAD);
    await leadFollows(inside, lead_id, { reminders: true });
    return await getReminder(inside, id);
  });
}

/**
 * Plans a call's follow-up for the assignee in the caller's transaction, which has locked the lead and updates it.
 * Throws 422.
 */
export async function planOf(
  inside: ClientScope,
  leadId: string,
  { title, description, reminder_date, repeat }: Omit<NewReminder, 'lead_id' | 'user_id'>,
): Promise<void> {
  const repeats = repetition(inside, repeat, reminder_date, 'reminder.repeat.until');
  const user_id = await assigneeOf(inside, leadId);
  const planned = { title, description: description ?? null, reminder_date, user_id };
  await inside.db
    .insertInto('reminders')
    .values({ id: uuidv7(), lead_id: leadId, ...planned, ...repeats })
    .execute();
}

const REMINDER = { table: 'reminders', unknown: UNKNOWN_REMINDER } as const;
type Change = Partial<Omit<Selectable<ReminderRow>, 'reminder_date'>> & { reminder_date?: Date | string };

/**
 * Changes a reminder with its lead locked, and updates the lead; a `change` that returns undefined leaves
 * everything unchanged. Throws 404.
 */
async function change(
  scope: ClientScope,
  id: string,
  work: (inside: ClientScope, reminder: Selectable<ReminderRow>) => Promise<Change | undefined>,
): Promise<void> {
  await onHanging(scope, REMINDER, id, async (inside, before) => {
    const wanted = await work(inside, before);
    if (!wanted || Object.keys(wanted).length === 0) return;
    await store(inside, before, wanted);
    await leadFollows(inside, before.lead_id, { reminders: true });
  });
}

async function store({ db }: ClientScope, { id, version }: Selectable<ReminderRow>, wanted: Change) {
  await db
    .updateTable('reminders')
    .set({ ...wanted, version: version + 1, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Changes the sent fields of a reminder. Throws 404; 412 with the current reminder when `version` is not the latest;
 * 422.
 */
export async function updateReminder(
  scope: ClientScope,
  id: string,
  { version, repeat, ...input }: ReminderUpdate,
): Promise<void> {
  await change(scope, id, async (inside, before) => {
    const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    if (version !== undefined && version !== before.version) {
      // An edit that is sent again, since its response was lost, has been made already.
      const isMade = Object.entries(sent).every(([field, value]) => isStored(before, field, value));
      if (isMade && (repeat === undefined || repeatsSo(before, repeat))) return undefined;
      throw new Stale(await getReminder(inside, id));
    }
    const isReworded =
      (input.title !== undefined && input.title !== before.title) ||
      (input.description !== undefined && input.description !== before.description);
    if (input.user_id === null) sent['user_id'] = await assigneeOf(inside, before.lead_id);
    const wanted = { ...sent, ...changedRepetition(inside, before, repeat, input.reminder_date) };
    // Once a user has reworded it or lets it repeat, the reminder is no longer automatic.
    return isReworded || repeat ? { ...wanted, is_automatic: false } : wanted;
  });
}

/** Whether the reminder has this value already; instants are equal whatever their notation. */
function isStored(before: Selectable<ReminderRow>, field: string, value: unknown): boolean {
  const stored = before[field as keyof ReminderRow];
  if (stored instanceof Date) return stored.getTime() === Date.parse(String(value));
  return stored === value;
}

/** An unowned reminder goes to the lead's assignee, if there is one. */
async function assigneeOf(scope: ClientScope, leadId: string): Promise<string | null> {
  const { rows } = await sql<{ assigned_to: string | null }>`
    SELECT assigned_to FROM ${scope.table('leads')} leads WHERE id = ${leadId}`.execute(scope.db);
  return rows[0]?.assigned_to ?? null;
}

/**
 * Completes or reopens a reminder; does nothing if it is already in that state. Completing a repeating one
 * plans the next, and reopening takes that back. Throws 404.
 */
export async function setCompleted(scope: ClientScope, id: string, isCompleted: boolean): Promise<void> {
  await change(scope, id, async (inside, before) => {
    if (before.is_completed === isCompleted) return undefined;
    if (isCompleted) return await completion(inside, before);
    await removeNext(inside, before);
    const user_id = before.user_id ?? (await assigneeOf(inside, before.lead_id));
    return { is_completed: false, completed_at: null, handled_by: null, user_id };
  });
}

/**
 * Completes a reminder of a lead in the caller's transaction, which has locked the lead and updates it. A
 * completed reminder stays unchanged. Throws 404, including for a reminder of another lead.
 */
export async function completeOf(inside: ClientScope, leadId: string, id: string): Promise<void> {
  const { rows } = await sql<Selectable<ReminderRow>>`
    SELECT * FROM ${inside.table('reminders')} reminders WHERE id = ${id} AND lead_id = ${leadId}`.execute(
    inside.db,
  );
  if (!rows[0]) throw new NotFound(UNKNOWN_REMINDER);
  if (!rows[0].is_completed) await store(inside, rows[0], await completion(inside, rows[0]));
}

/** The values of a reminder that is being completed; plans the next one of its series. */
async function completion(scope: ClientScope, reminder: Selectable<ReminderRow>) {
  const { user_id, lead_id } = reminder;
  await planNext(scope, reminder, user_id ?? (await assigneeOf(scope, lead_id)));
  return {
    is_completed: true,
    completed_at: new Date(),
    handled_by: (await isCovered(scope, user_id)) ? scope.user.id : null,
  };
}

/** Whether the caller covers this user today. */
async function isCovered({ db, client, user }: ClientScope, owner: string | null): Promise<boolean> {
  return owner !== null && owner !== user.id && (await coveredPeople(db, client, user.id)).includes(owner);
}

/** Deletes a reminder and updates the lead's date. Throws 404. */
export async function removeReminder(scope: ClientScope, id: string): Promise<void> {
  await onHanging(scope, REMINDER, id, async (inside, { lead_id }) => {
    await inside.db.deleteFrom('reminders').where('id', '=', id).execute();
    await leadFollows(inside, lead_id, { reminders: true });
  });
}
