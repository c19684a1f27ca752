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
/** Seconds that an open page has to show something before a device is told. */
const PAGE_FIRST = 10;
/** Days after which a device on which nobody was seen is told nothing any more. */
const DEVICE_DAYS = 30;

export type DueReminder = { id: string; user_id: string; reminder_date: Date };

/** Milliseconds after which recorded pushes may be sent. */
export const PUSH_AFTER = PAGE_FIRST * 1000;

/** The devices of the user of the alias `u`, as channels of a delivery. */
const devicesOf = sql`
  SELECT 'push' AS channel, p.id AS device_id, make_interval(secs => ${PAGE_FIRST}) AS wait
  FROM core.push_devices p WHERE p.user_id = u.id`;

/**
 * Records that the owners of these reminders must be notified, in the page, on their devices, and by email where
 * configured and wanted. Each is recorded once, by whichever process is first, and announced to every process in
 * the same transaction.
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
        INSERT INTO core.deliveries (id, user_id, client_id, kind, channel, device_id, object_id, due_at, not_before)
        SELECT ${newId}, u.id, ${clientId}::uuid, 'reminder', c.channel, c.device_id, d.id, d.reminder_date, now() + c.wait
        FROM jsonb_to_recordset(${rows}::jsonb) AS d (id uuid, user_id uuid, reminder_date timestamptz)
        JOIN core.users u ON u.id = d.user_id AND u.is_active AND u.notify_reminders
        CROSS JOIN LATERAL (
          SELECT 'page' AS channel, NULL::uuid AS device_id, interval '0' AS wait
          UNION ALL SELECT 'mail', NULL, interval '0' WHERE ${hasMail}::boolean AND u.notify_email
          UNION ALL ${devicesOf} AND 'due' <> ALL(u.push_without)
        ) c
        -- in one order for every process, so that two of them never wait for each other
        ORDER BY d.id, c.channel, c.device_id
        ON CONFLICT DO NOTHING
        RETURNING user_id, channel
      )
      SELECT pg_catalog.pg_notify(${CHANNEL}::text, json_build_object('type', 'due', 'userId', user_id)::text)
      FROM noted WHERE channel = 'page' GROUP BY user_id
    `.execute(trx);
  });
}

/** A reminder to show in the page; `isPushed`: a device waits to be told of it. */
type ForPage = { id: string; isPushed: boolean };

/** Reminders to show to the user now. Each is returned once, to the first process that asks. */
export async function takeForPage(system: SystemScope, userId: string): Promise<ForPage[]> {
  const core = openCore(system);
  const { rows } = await sql<ForPage>`
    UPDATE core.deliveries d SET done_at = now() WHERE id = ANY(ARRAY(
      SELECT id FROM core.deliveries
      WHERE user_id = ${userId} AND channel = 'page' AND done_at IS NULL
        AND created_at > now() - make_interval(hours => ${NEWS_HOURS})
      ORDER BY due_at LIMIT 20 FOR UPDATE SKIP LOCKED
    )) RETURNING object_id AS id, EXISTS (SELECT 1 FROM core.deliveries p WHERE p.user_id = d.user_id
      AND p.channel = 'push' AND p.object_id = d.object_id AND p.done_at IS NULL) AS "isPushed"
  `.execute(core);
  return rows;
}

/** Ends the user's waiting pushes of a reminder, which the user has seen in a page. */
export async function endPushes(system: SystemScope, userId: string, reminderId: string): Promise<void> {
  await openCore(system)
    .updateTable('core.deliveries')
    .set({ done_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('channel', '=', 'push')
    .where('object_id', '=', reminderId)
    .where('done_at', 'is', null)
    .execute();
}

/** A notification about leads that has just been written. */
export type LeadNotice = { client_id: string; id: string; user_id: string; kind: string; created_at: Date };

/**
 * Records an email for each of these notifications whose recipient wants one, and a push for each of the
 * recipient's devices that were there before it; nothing for inactive clients, or for users who have left or moved.
 * Each is recorded once, by whichever process is first.
 */
export async function noteLeads(
  system: SystemScope,
  notices: readonly LeadNotice[],
  { mailed, pushed }: { mailed: readonly string[]; pushed: readonly string[] },
): Promise<void> {
  await sql`
    INSERT INTO core.deliveries (id, user_id, client_id, kind, channel, device_id, object_id, due_at, not_before)
    SELECT ${newId}, n.user_id, t.id, 'lead', c.channel, c.device_id, n.id, n.created_at, now() + c.wait
    FROM jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) AS n (client_id uuid, id uuid, user_id uuid, kind text, created_at timestamptz)
    JOIN core.clients t ON t.id = n.client_id AND t.is_active
    JOIN core.users u ON u.id = n.user_id AND u.is_active AND (u.client_id = t.id OR u.client_id IS NULL)
    CROSS JOIN LATERAL (
      SELECT 'mail' AS channel, NULL::uuid AS device_id, interval '0' AS wait WHERE u.notify_leads AND n.kind = ANY(${mailed}::text[])
      UNION ALL ${devicesOf} AND p.created_at <= n.created_at AND n.kind = ANY(${pushed}::text[]) AND n.kind <> ALL(u.push_without)
    ) c
    ORDER BY n.id, c.channel, c.device_id
    ON CONFLICT DO NOTHING
  `.execute(openCore(system));
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

export type Message = Pick<DeliveryRow, 'id' | 'user_id' | 'client_id' | 'kind' | 'channel' | 'object_id'> & {
  due_at: Date;
};
/** A reserved email; the attempts tell this reservation from a later one of another process. */
export type ReservedMail = Message & { attempts: number };
/** A message to a device. */
export type Push = Message & { device_id: string; subscription: string };

/**
 * Reserves waiting deliveries, a few at a time, so that each is sent by one process, in the order of the index
 * deliveries_waiting. @internal
 */
export const take = (channel: 'mail' | 'push') => sql`
  UPDATE core.deliveries SET attempts = attempts + 1, not_before = now() + interval '2 minutes' * power(2, attempts)
  WHERE id = ANY(ARRAY(
    SELECT id FROM core.deliveries
    WHERE channel = ${channel} AND done_at IS NULL AND not_before <= now() AND attempts < ${MAX_ATTEMPTS}
      AND created_at > now() - make_interval(hours => ${NEWS_HOURS})
    ORDER BY kind <> 'reminder', not_before LIMIT 10 FOR UPDATE SKIP LOCKED
  )) RETURNING *`;

/**
 * Messages to send now, a few at a time. They are reserved for two minutes, and longer after each failure: if
 * a process dies while sending, another one takes over.
 */
export async function takeMessages(system: SystemScope): Promise<ReservedMail[]> {
  const core = openCore(system);
  const { rows } = await sql<ReservedMail>`
    WITH taken AS (${take('mail')})
    SELECT id, user_id, client_id, kind, channel, object_id, due_at, attempts FROM taken
  `.execute(core);
  return rows;
}

/**
 * Reserves a message for another two minutes, after those that were taken with it; false if another process has
 * taken it over meanwhile.
 */
export async function renew(system: SystemScope, { id, attempts }: ReservedMail): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE core.deliveries SET not_before = greatest(not_before, now() + interval '2 minutes')
    WHERE id = ${id} AND attempts = ${attempts} AND done_at IS NULL
  `.execute(openCore(system));
  return numAffectedRows === 1n;
}

/** Ends the reservation of a message that was not tried, so that another process sends it at once. */
export async function giveBack(system: SystemScope, { id, attempts }: ReservedMail): Promise<void> {
  await sql`
    UPDATE core.deliveries SET attempts = attempts - 1, not_before = now()
    WHERE id = ${id} AND attempts = ${attempts} AND done_at IS NULL
  `.execute(openCore(system));
}

/** Pushes to send now, reserved like the emails; undefined devices are gone, and nothing is sent to them. */
export async function takePushes(system: SystemScope): Promise<(Push | Gone)[]> {
  const { rows } = await sql<Push | Gone>`
    WITH taken AS (${take('push')})
    SELECT t.id, t.user_id, t.client_id, t.kind, t.channel, t.object_id, t.due_at, t.device_id, d.subscription
    FROM taken t LEFT JOIN core.push_devices d ON d.id = t.device_id AND d.user_id = t.user_id
      AND d.seen_at > now() - make_interval(days => ${DEVICE_DAYS})
  `.execute(openCore(system));
  return rows;
}
type Gone = Omit<Push, 'subscription'> & { subscription: null };

/** Puts a push off for as long as the push service asks for, if that is longer than the usual wait. */
export async function putOff(system: SystemScope, id: string, seconds: number): Promise<void> {
  await sql`UPDATE core.deliveries SET not_before = greatest(not_before, now() + make_interval(secs => ${seconds})) WHERE id = ${id}`.execute(
    openCore(system),
  );
}

/** Records that a device was told something now. */
export async function noteSent(system: SystemScope, deviceId: string): Promise<void> {
  await openCore(system)
    .updateTable('core.push_devices')
    .set({ last_sent_at: sql<Date>`now()` })
    .where('id', '=', deviceId)
    .execute();
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

/** Deletes devices on which nobody was seen for 30 days. */
export async function forgetOldDevices(system: SystemScope): Promise<void> {
  await openCore(system)
    .deleteFrom('core.push_devices')
    .where('seen_at', '<', sql<Date>`now() - make_interval(days => ${DEVICE_DAYS})`)
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
