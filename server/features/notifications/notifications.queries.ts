import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { MOST_UNREAD } from '#shared/activities/notifications.ts';
import type { Notification } from '#shared/activities/notifications.ts';
import { coversToday } from '#server/db/visibility/covers.ts';
import type { ReadScope, Scope } from '#server/db/scope.ts';

type Presented = Omit<Notification, 'created_at' | 'due_at'> & { created_at: Date; due_at: Date | null };

/**
 * The caller's notifications with the rows they are about. Omits notifications that no longer apply:
 * follow-ups that are done, postponed, of archived leads, or owned by a user whom the caller does not cover;
 * leads in the trash; operations that were undone; and webhooks that are on again.
 */
function ownNotifications(scope: ReadScope): RawBuilder<unknown> {
  const { client } = scope;
  const isCovered = client
    ? sql`EXISTS (SELECT 1 FROM ${coversToday(client)} c WHERE c.user_id = r.user_id AND c.covered_by = notifications.user_id)`
    : sql`false`;
  return sql`${scope.table('notifications')} notifications
    LEFT JOIN ${scope.table('leads')} l ON l.id = notifications.lead_id
    LEFT JOIN ${scope.table('reminders')} r ON r.id = notifications.reminder_id
    LEFT JOIN ${scope.table('operations')} o ON o.id = notifications.operation_id
    LEFT JOIN ${scope.table('webhooks')} w ON w.id = notifications.webhook_id
    WHERE notifications.user_id = ${scope.user.id} AND (notifications.lead_id IS NULL OR (l.id IS NOT NULL AND l.deleted_at IS NULL))
      AND (notifications.kind <> 'due' OR (NOT r.is_completed AND NOT l.is_archived AND r.reminder_date = notifications.due_at
        AND (r.user_id = notifications.user_id OR ${isCovered})))
      AND o.undone_at IS NULL AND (notifications.kind <> 'webhook' OR w.off_reason IS NOT NULL)`;
}

/** The number of the caller's unread notifications, counted up to 100. */
export async function countUnread(scope: ReadScope): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    SELECT count(*)::int AS unread FROM (
      SELECT 1 FROM ${ownNotifications(scope)} AND notifications.read_at IS NULL LIMIT ${MOST_UNREAD}
    ) unread
  `.execute(scope.db);
  return rows[0]?.unread ?? 0;
}

/** The caller's newest notifications. */
export async function listNotifications(scope: ReadScope, limit: number): Promise<Presented[]> {
  const { rows } = await sql<Presented>`
    SELECT notifications.id, notifications.kind, notifications.created_at, notifications.read_at IS NOT NULL AS is_read,
      CASE WHEN l.id IS NOT NULL THEN jsonb_build_object('id', l.id, 'name', l.name) END AS lead, notifications.leads,
      coalesce(r.title, substring(w.url FROM '^https?://([^/?#]+)')) AS title, notifications.due_at,
      notifications.operation_id, coalesce(o.summary, w.off_reason) AS summary, ${scope.clientId('notifications')} AS "clientId",
      (SELECT m.name FROM ${scope.table('members')} m WHERE m.id = notifications.by_id) AS by_name,
      (SELECT m.name FROM ${scope.table('members')} m WHERE m.id = r.user_id AND r.user_id <> notifications.user_id) AS for_name
    FROM ${ownNotifications(scope)} ORDER BY notifications.id DESC LIMIT ${limit}
  `.execute(scope.db);
  return rows;
}

/** Marks the caller's unread notifications as read, the given ones or all, in each client that has some. */
export async function readNotifications(scope: Scope, ids: readonly string[] | undefined): Promise<void> {
  const all = await scope.readingUpToDate();
  if (!all.client && !all.isEverything) return;
  const named = ids ? sql`AND notifications.id = ANY(${ids}::uuid[])` : sql``;
  const places = all.isEverything ? await clientsToRead(all, named) : [undefined];
  for (const place of places) {
    const one = place === undefined ? all : await scope.reading(place);
    await sql`UPDATE ${one.stored('notifications')} SET read_at = now()
      WHERE notifications.user_id = ${scope.user.id} AND notifications.read_at IS NULL ${named}`.execute(
      one.db,
    );
  }
}

async function clientsToRead(all: ReadScope, named: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{
    client_id: string;
  }>`SELECT DISTINCT notifications.client_id FROM ${all.table('notifications')} notifications
    WHERE notifications.user_id = ${all.user.id} AND notifications.read_at IS NULL ${named}`.execute(all.db);
  return rows.map(({ client_id }) => client_id);
}
