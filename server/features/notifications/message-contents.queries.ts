import { sql } from 'kysely';
import { dayOf, startOfDay } from '#shared/values/dates.ts';
import { foldRole } from '#shared/accounts/permissions.ts';
import { peopleToTellOf } from '#server/db/visibility/covers.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import { visibleRows } from '#server/db/visibility/visible-rows.ts';
import type { Sight } from '#server/db/visibility/visible-rows.ts';
import { openCore } from '#server/db/system-scope.ts';
import { SIGHT_COLUMNS, masksContacts, sightOf } from '#server/accounts/lead-visibility.ts';
import { hidesReminder } from '#server/leads/list/not-in-trash.ts';
import type { Message } from '#server/features/notifications/deliveries.queries.ts';

/** Follow-ups listed in a morning message; the others are only counted. */
const MAX_LISTED = 15;

/** `sight`: whose leads the recipient sees. */
export type Recipient = {
  firstName: string;
  email: string;
  sight: Sight | null;
  masksContacts: boolean;
  /** Whether pushes name the lead, and the kinds that are not pushed. */
  push: { names: boolean; without: readonly string[] };
};
/** `forName`: the owner, if the recipient covers for another user. */
export type FollowUp = {
  title: string;
  at: Date;
  version: number;
  leadId: string;
  leadName: string;
  company: string | null;
  forName: string | null;
};

/**
 * The recipient of a message; undefined when they have been deactivated, have moved, or no longer want it.
 */
export async function findRecipient(
  database: Database,
  { user_id, client_id, kind, channel }: Message,
): Promise<Recipient | undefined> {
  const core = openCore(database);
  const byMail = {
    reminder: sql<boolean>`u.notify_email AND u.notify_reminders`,
    digest: sql<boolean>`u.notify_email`,
    weekly: sql<boolean>`u.notify_weekly`,
    lead: sql<boolean>`u.notify_leads`,
  }[kind];
  const onDevice = kind === 'reminder' ? sql<boolean>`u.notify_reminders` : sql<boolean>`true`;
  const row = await core
    .selectFrom('core.users as u')
    .innerJoin('core.roles as r', 'r.id', 'u.role_id')
    .leftJoin('core.clients as c', 'c.id', 'u.client_id')
    .select(['u.first_name', 'u.email', 'u.push_names', 'u.push_without', 'r.name', ...SIGHT_COLUMNS])
    .where('u.id', '=', user_id)
    .where('u.is_active', '=', true)
    // Users with access to all clients may own follow-ups in any client.
    .where(sql<boolean>`(u.client_id = ${client_id} OR u.client_id IS NULL)`)
    .where(channel === 'push' ? onDevice : byMail)
    .executeTakeFirst();
  const role = row && foldRole(row.name);
  if (!row || !role) return undefined;
  const { sight } = sightOf(row, { id: user_id, role });
  return {
    firstName: row.first_name,
    email: row.email,
    sight,
    masksContacts: masksContacts(row.salesrep_contacts, role),
    push: { names: row.push_names, without: row.push_without },
  };
}

/** The client that a message is about, and whose leads its recipient sees there. */
export type Seen = { client: ClientRef; sight: Sight | null };

const followUps = ({ client, sight }: Seen, user_id: string) => sql`
  SELECT r.title, r.reminder_date AS at, r.version, l.id AS "leadId", l.name AS "leadName", l.company_name AS company,
    (SELECT m.name FROM ${sql.id(client.schema, 'members')} m WHERE m.id = r.user_id AND m.id <> ${user_id}::uuid) AS "forName"
  FROM ${sql.id(client.schema, 'reminders')} r
  JOIN ${visibleRows(client, 'leads', sight)} l ON l.id = r.lead_id AND NOT ${hidesReminder('l', 'r')}`;

/**
 * The current reminder; undefined when it is done, deleted, postponed or somebody else's, its lead is archived or no
 * longer visible, or the notification of it, for a push, has been read.
 */
export async function findFollowUp(
  database: Database,
  seen: Seen,
  { object_id, due_at, user_id, channel }: Message,
): Promise<FollowUp | undefined> {
  const db = database.client(seen.client);
  const owners = await peopleToTellOf(db, seen.client, user_id);
  const { rows } = await sql<FollowUp>`${followUps(seen, user_id)}
    WHERE r.id = ${object_id} AND NOT r.is_completed AND date_trunc('milliseconds', r.reminder_date) <= ${due_at} AND r.user_id = ANY(${owners}::uuid[])
      AND (${channel}::text <> 'push' OR NOT EXISTS (SELECT 1 FROM ${sql.id(seen.client.schema, 'notifications')} n
        WHERE n.reminder_id = r.id AND n.user_id = ${user_id}::uuid AND n.due_at = r.reminder_date AND n.read_at IS NOT NULL))
  `.execute(db);
  return rows[0];
}

export type Morning = { overdue: number; today: number; list: FollowUp[] };

/**
 * The user's follow-ups for today in the client's calendar, overdue ones first, including those of users they
 * cover.
 */
export async function findMorning(
  database: Database,
  seen: Seen,
  { user_id, due_at }: Message,
): Promise<Morning> {
  const { client } = seen;
  const db = database.client(client);
  const owners = await peopleToTellOf(db, client, user_id);
  const tomorrow = startOfDay(dayOf(due_at, client.timeZone), client.timeZone, 1);
  const { rows } = await sql<FollowUp & { overdue: number; today: number }>`
    SELECT f.*, count(*) FILTER (WHERE f.at < ${due_at}::timestamptz) OVER () AS overdue,
      count(*) FILTER (WHERE f.at >= ${due_at}::timestamptz) OVER () AS today
    FROM (${followUps(seen, user_id)} WHERE r.user_id = ANY(${owners}::uuid[]) AND NOT r.is_completed AND r.reminder_date < ${tomorrow}) f
    ORDER BY f.at LIMIT ${MAX_LISTED}
  `.execute(db);
  const { overdue = 0, today = 0 } = rows[0] ?? {};
  return { overdue, today, list: rows };
}
