import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { NotificationKind } from '#shared/notifications.ts';
import { newIdFor } from '#server/db/sql/new-id.ts';
import { onOneNode } from '#server/db/cluster/on-one-node.ts';
import type { OnNode } from '#server/db/cluster/on-one-node.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { NotificationRow } from '#server/db/tables/client-tables.ts';

/** The columns that say what a notification of each kind is about; the first distinguishes a user's. */
const ABOUT = {
  due: ['reminder_id', 'lead_id', 'due_at'],
  assigned: ['lead_id', 'leads', 'operation_id', 'by_id'],
  enquiry: ['lead_id'],
  import: ['operation_id', 'leads'],
  webhook: ['webhook_id'],
  unassigned: ['lead_id', 'operation_id', 'leads'],
  late: ['lead_id'],
} as const satisfies Record<NotificationKind, readonly (keyof NotificationRow)[]>;

type Place = OnNode & Pick<ClientScope, 'stored'>;

/**
 * The statement that notifies users: the only writer of notifications. `rows` is a query with `user_id`, a
 * member of the client, and the columns of the kind. A user gets one notification per due date, and one per
 * operation, which counts the leads of all its steps.
 */
export function notify(place: Place, kind: NotificationKind, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const about = ABOUT[kind].map((column) => sql.id(column));
  const told = about.map((column) => sql`told.${column}`);
  return sql`INSERT INTO ${place.stored('notifications')} AS known (id, user_id, kind, created_at, ${sql.join(about)})
    SELECT ${newIdFor(sql`told.user_id::text || coalesce(${told[0]}::text, '')`)}, told.user_id, ${kind}::text,
      ${new Date()}::timestamptz, ${sql.join(told)} FROM (${rows}) told${onOneNode(place)}
    ${kind === 'due' ? sql`ON CONFLICT DO NOTHING` : sql`ON CONFLICT (operation_id, user_id, kind) WHERE operation_id IS NOT NULL DO UPDATE SET lead_id = NULL, leads = known.leads + excluded.leads`}`;
}

type Notice<Kind extends NotificationKind> = Pick<NotificationRow, 'user_id'> &
  Partial<Record<(typeof ABOUT)[Kind][number], string | number>>;

/** Notifies those of these users who are members of the client, in the caller's transaction. */
export async function notifyPeople<Kind extends NotificationKind>(
  place: Place & Pick<ClientScope, 'db'>,
  kind: Kind,
  notices: readonly Notice<Kind>[],
): Promise<void> {
  await notify(
    place,
    kind,
    sql`
      SELECT told.user_id, lead_id, operation_id, webhook_id, coalesce(leads, 1) AS leads
      FROM jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
        AS told (user_id uuid, lead_id uuid, operation_id uuid, webhook_id uuid, leads int)
      JOIN ${place.stored('members')} m ON m.id = told.user_id`,
  ).execute(place.db);
}

/**
 * The statement, as part of a change, that notifies users of leads that somebody else has assigned to them.
 * `assigned` are rows with `id` and `assigned_to`, one per lead with a new assignee.
 */
export const notifyAssignees = (
  scope: ClientScope,
  assigned: RawBuilder<unknown>,
  operationId?: string,
): RawBuilder<unknown> =>
  notify(
    scope,
    'assigned',
    sql`
      SELECT assigned_to AS user_id, CASE WHEN count(*) = 1 THEN (array_agg(id))[1] END AS lead_id, count(*) AS leads,
        ${operationId ?? null}::uuid AS operation_id, ${scope.user.id}::uuid AS by_id
      FROM ${assigned} WHERE assigned_to <> ${scope.user.id}::uuid GROUP BY assigned_to`,
  );
