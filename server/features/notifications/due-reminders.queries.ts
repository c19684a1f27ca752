import { sql } from 'kysely';
import { coversToday } from '#server/db/visibility/covers.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { DueReminder } from '#server/features/notifications/deliveries.queries.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import { hidesReminder } from '#server/leads/list/not-in-trash.ts';
import { notify } from '#server/leads/changes/notify.ts';
import { queueWebhooks } from '#server/leads/changes/queue-webhooks.ts';
import { noteDue } from '#server/features/notifications/deliveries.queries.ts';

/**
 * Hours after which an open reminder no longer triggers a notification; lists and the digest still show it.
 */
const LATE_HOURS = 24;
const BATCH = 200;

/**
 * The open reminders of the alias `r` that nobody has been notified of; served by the index
 * `reminders_to_fire`.
 */
const TO_FIRE = sql`NOT r.is_completed AND r.fired_for IS DISTINCT FROM r.reminder_date`;

type Next = { client_id: string; at: Date };

/** Each client's next due time within this number of seconds: one statement over all clients. */
export async function nextDueEverywhere(database: Database, seconds: number): Promise<Next[]> {
  const { rows } = await sql<Next>`
    SELECT r.client_id, min(r.reminder_date) AS at FROM all_clients.reminders r
    WHERE ${TO_FIRE} AND r.reminder_date <= now() + make_interval(secs => ${seconds}) GROUP BY 1
  `.execute(database.allClients);
  return rows;
}

/** A client's next due time within this number of seconds. */
export async function nextDue(
  database: Database,
  client: ClientRef,
  seconds: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(r.reminder_date) AS at FROM ${sql.id(client.schema, 'reminders')} r
    WHERE ${TO_FIRE} AND r.reminder_date <= now() + make_interval(secs => ${seconds})
  `.execute(database.client(client));
  return rows[0]?.at ?? undefined;
}

type Found = DueReminder & { is_news: boolean };

/**
 * Notifies a client's users of due reminders, once per reminder and date: first the messages are recorded
 * under a key that no other process can reuse, then the reminder is marked. Repeating this after an
 * interruption has no effect. If a colleague covers the owner today, the colleague is notified instead.
 */
export async function fireDue(database: Database, client: ClientRef, hasMail: boolean): Promise<void> {
  const stored = (name: keyof ClientTables) => sql.id(client.schema, name);
  const table = stored('reminders');
  for (let found = BATCH; found === BATCH;) {
    // A reminder set for a time already in the past is a note, not an appointment.
    const { rows } = await sql<Found>`
      SELECT r.id, coalesce(c.covered_by, r.user_id) AS user_id, r.reminder_date, (r.user_id IS NOT NULL AND NOT ${hidesReminder('l', 'r')}
        AND r.reminder_date >= r.updated_at AND r.reminder_date > now() - make_interval(hours => ${LATE_HOURS})) AS is_news
      FROM ${table} r JOIN ${sql.id(client.schema, 'leads')} l ON l.id = r.lead_id
        LEFT JOIN ${coversToday(client)} c ON c.user_id = r.user_id
      WHERE ${TO_FIRE} AND r.reminder_date <= now() ORDER BY r.reminder_date, r.id LIMIT ${BATCH}
    `.execute(database.client(client));
    found = rows.length;
    if (found === 0) return;
    const news = rows.filter(({ is_news }) => is_news);
    await noteDue(database, client.id, news, hasMail);
    const told = sql`
      SELECT n.user_id, r.lead_id, r.id AS reminder_id, r.reminder_date AS due_at, n.place FROM ${table} r
        JOIN unnest(${news.map(({ id }) => id)}::uuid[], ${news.map(({ user_id }) => user_id)}::uuid[]) WITH ORDINALITY n (id, user_id, place) ON n.id = r.id
      -- only of locked reminders: two processes could wait for each other's message and lock
      WHERE r.user_id IS NOT NULL AND r.id IN (SELECT id FROM fired)`;
    await sql`
      WITH fired AS (
        UPDATE ${table} r SET fired_for = reminder_date WHERE ${TO_FIRE} AND r.reminder_date <= now() AND r.id = ANY(ARRAY(
          SELECT id FROM ${table} WHERE id = ANY(${rows.map(({ id }) => id)}::uuid[]) FOR UPDATE SKIP LOCKED
        )) RETURNING r.id
      ), told AS (
        ${notify({ stored }, 'due', told)}
      ), ${queueWebhooks({ table: stored }, 'follow_up.due', sql`SELECT id FROM fired WHERE id = ANY(${news.map(({ id }) => id)}::uuid[])`)}
      SELECT count(*) FROM fired
    `.execute(database.client(client));
  }
}
