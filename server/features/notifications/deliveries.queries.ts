import { sql } from 'kysely';
import { CHANNEL } from '#server/db/announce/announcements.ts';
import { newId } from '#server/db/sql/new-id.ts';
import type { SystemScope } from '#server/db/system-scope.ts';
import type { DeliveryRow } from '#server/db/tables/core-tables.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { Morning, MorningMessage } from '#server/features/notifications/timetable.ts';

/** Hours for which a message is current; older messages are neither shown nor sent. */
const NEWS_HOURS = 24;
const MAX_ATTEMPTS = 6;

export type DueReminder = { id: string; user_id: string; reminder_date: Date };

/**
 * Records that the owners of these reminders must be notified, in the page, and by email where configured and
 * wanted. Each is recorded once, by whichever process is first, and announced to every process in the same
 * transaction.
 */
export async function noteDue(
  system: SystemScope,
  clientId: string,
  due: readonly DueReminder[],
  hasMail: boolean,
): Promise<void> {
  const core = openCore(system);
  if (due.length === 0) return;
  const rows = JSON.stringify(due);
  await core.transaction().execute(async (trx) => {
    await sql`
      WITH noted AS (
        INSERT INTO core.deliveries (id, user_id, client_id, kind, channel, object_id, due_at)
        SELECT ${newId}, u.id, ${clientId}::uuid, 'reminder', c.channel, d.id, d.reminder_date
        FROM jsonb_to_recordset(${rows}::jsonb) AS d (id uuid, user_id uuid, reminder_date timestamptz)
        JOIN core.users u ON u.id = d.user_id AND u.is_active AND u.notify_reminders
        CROSS JOIN (VALUES ('page'), ('mail')) c (channel)
        WHERE c.channel = 'page' OR (${hasMail}::boolean AND u.notify_email)
        -- in one order for every process, so that two of them never wait for each other
        ORDER BY d.id, c.channel
        ON CONFLICT DO NOTHING
        RETURNING user_id, channel
      )
      SELECT pg_catalog.pg_notify(${CHANNEL}::text, json_build_object('type', 'due', 'userId', user_id)::text)
      FROM noted WHERE channel = 'page' GROUP BY user_id
    `.execute(trx);
  });
}

/** Reminders to show to the user now. Each is returned once, to the first process that asks. */
export async function takeForPage(system: SystemScope, userId: string): Promise<string[]> {
  const core = openCore(system);
  const { rows } = await sql<{ object_id: string }>`
    UPDATE core.deliveries SET done_at = now() WHERE id = ANY(ARRAY(
      SELECT id FROM core.deliveries
      WHERE user_id = ${userId} AND channel = 'page' AND done_at IS NULL
        AND created_at > now() - make_interval(hours => ${NEWS_HOURS})
      ORDER BY due_at LIMIT 20 FOR UPDATE SKIP LOCKED
    )) RETURNING object_id
  `.execute(core);
  return rows.map(({ object_id }) => object_id);
}

/**
 * Records the morning messages of a client's users for the day, once. Does nothing when another process has
 * done so.
 */
export async function noteMorning(
  system: SystemScope,
  client: Morning & { id: string; messages: readonly MorningMessage[] },
): Promise<void> {
  const core = openCore(system);
  const { id, day, messages, at } = client;
  await core.transaction().execute(async (trx) => {
    const claimed = await trx
      .updateTable('core.clients')
      .set({ digested_on: day })
      .where('id', '=', id)
      .where('is_active', '=', true)
      .where(sql<boolean>`digested_on IS DISTINCT FROM ${day}::date`)
      .executeTakeFirst();
    if (claimed.numUpdatedRows !== 1n) return;
    await sql`
      INSERT INTO core.deliveries (id, user_id, client_id, kind, channel, object_id, due_at)
      SELECT ${newId}, u.id, u.client_id, k.kind, 'mail', u.client_id, ${at}::timestamptz
      FROM core.users u CROSS JOIN unnest(${messages}::text[]) k (kind)
      WHERE u.client_id = ${id} AND u.is_active
        AND CASE k.kind WHEN 'digest' THEN u.notify_email ELSE u.notify_weekly END
      ON CONFLICT DO NOTHING
    `.execute(trx);
  });
}

export type Message = Pick<DeliveryRow, 'id' | 'user_id' | 'client_id' | 'kind' | 'object_id'> & {
  due_at: Date;
};

/**
 * Messages to send now, a few at a time. They are reserved for two minutes, and longer after each failure: if
 * a process dies while sending, another one takes over.
 */
export async function takeMessages(system: SystemScope): Promise<Message[]> {
  const core = openCore(system);
  const { rows } = await sql<Message>`
    UPDATE core.deliveries SET attempts = attempts + 1, not_before = now() + interval '2 minutes' * power(2, attempts)
    WHERE id = ANY(ARRAY(
      SELECT id FROM core.deliveries
      WHERE channel = 'mail' AND done_at IS NULL AND not_before <= now() AND attempts < ${MAX_ATTEMPTS}
        AND created_at > now() - make_interval(hours => ${NEWS_HOURS})
      ORDER BY not_before LIMIT 10 FOR UPDATE SKIP LOCKED
    )) RETURNING id, user_id, client_id, kind, object_id, due_at
  `.execute(core);
  return rows;
}

/** Emails waiting to be sent, and those that the mail server has rejected too often. */
export async function countMessages(system: SystemScope): Promise<{ waiting: number; givenUp: number }> {
  const { rows } = await sql<{ waiting: number; given_up: number }>`
    SELECT count(*) FILTER (WHERE attempts < ${MAX_ATTEMPTS}) AS waiting,
      count(*) FILTER (WHERE attempts >= ${MAX_ATTEMPTS}) AS given_up
    FROM core.deliveries
    WHERE channel = 'mail' AND done_at IS NULL AND created_at > now() - make_interval(hours => ${NEWS_HOURS})
  `.execute(openCore(system));
  return { waiting: rows[0]?.waiting ?? 0, givenUp: rows[0]?.given_up ?? 0 };
}

export async function endMessage(system: SystemScope, id: string): Promise<void> {
  const core = openCore(system);
  await core
    .updateTable('core.deliveries')
    .set({ done_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes messages more than 30 days old: their reminders are marked as fired, and their days are over. */
export async function forgetOldDeliveries(system: SystemScope): Promise<void> {
  const core = openCore(system);
  await core
    .deleteFrom('core.deliveries')
    .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
