import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { NotificationKind } from '#shared/activities/notifications.ts';
import { newIdFor } from '#server/db/sql/new-id.ts';
import { onOneNode } from '#server/db/cluster/on-one-node.ts';
import type { OnNode } from '#server/db/cluster/on-one-node.ts';
import type { ClientScope } from '#server/db/scope.ts';
import type { NotificationRow } from '#server/db/tables/client-tables.ts';

type Told = { about: readonly (keyof NotificationRow)[]; isMailed: boolean };

/**
 * By kind, the columns that say what a notification is about, the first of which tells a user's apart, and
 * whether it is also sent as an email about leads. Its words and link are in `NotificationLine.tsx`.
 */
const KINDS = {
  /** A follow-up is due: its owner, or the colleague who covers the owner. Mailed with the other reminders. */
  due: { about: ['reminder_id', 'lead_id', 'due_at'], isMailed: false },
  /** A colleague has assigned leads: the new assignee. */
  assigned: { about: ['lead_id', 'leads', 'operation_id', 'by_id'], isMailed: true },
  /**
   * Somebody asked through a website or portal: the lead's assignee, or the managers and admins. They also hear so of
   * a missed call if the assignee has left.
   */
  enquiry: { about: ['lead_id'], isMailed: false },
  /** An import has ended: the user who started it. */
  import: { about: ['operation_id', 'leads'], isMailed: false },
  /** The server has switched a webhook off: admins, and the webhook's creator. */
  webhook: { about: ['webhook_id'], isMailed: false },
  /** No rule could assign new leads: managers and admins. */
  unassigned: { about: ['lead_id', 'operation_id', 'leads'], isMailed: true },
  /** Nobody has contacted a lead in time: the assignee's manager, or all managers and admins. */
  late: { about: ['lead_id'], isMailed: true },
} as const satisfies Record<NotificationKind, Told>;
type Kinds = typeof KINDS;

export type MailedKind = {
  [K in NotificationKind]: Kinds[K]['isMailed'] extends true ? K : never;
}[NotificationKind];
export const MAILED_KINDS = Object.entries(KINDS).flatMap(([kind, { isMailed }]) => (isMailed ? [kind] : []));

type Place = OnNode & Pick<ClientScope, 'stored'>;

/**
 * The statement that notifies users: the only writer of notifications. `rows` is a query with `user_id`, a
 * member of the client, and the columns of the kind; of due follow-ups also `place`, their order. A user gets
 * one notification per due date, and one per operation, which counts the leads of all its steps.
 */
export function notify(place: Place, kind: NotificationKind, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const about = KINDS[kind].about.map((column) => sql.id(column));
  const told = about.map((column) => sql`told.${column}`);
  return sql`INSERT INTO ${place.stored('notifications')} AS known (id, user_id, kind, created_at, ${sql.join(about)})
    SELECT ${newIdFor(sql`told.user_id::text || coalesce(${told[0]}::text, '')`, kind === 'due' ? sql`told.place` : undefined)}, told.user_id, ${kind}::text,
      ${new Date()}::timestamptz, ${sql.join(told)} FROM (${rows}) told${onOneNode(place)}
    ${kind === 'due' ? sql`ON CONFLICT DO NOTHING` : sql`ON CONFLICT (operation_id, user_id, kind) WHERE operation_id IS NOT NULL DO UPDATE SET lead_id = NULL, leads = known.leads + excluded.leads`}`;
}

type Notice<Kind extends NotificationKind> = Pick<NotificationRow, 'user_id'> &
  Partial<Record<Kinds[Kind]['about'][number], string | number>>;

/** Notifies those of these users who are members of the client, in the caller's transaction. */
export async function notifyPeople<Kind extends NotificationKind>(
  place: Place & Pick<ClientScope, 'db' | 'table'>,
  kind: Kind,
  notices: readonly Notice<Kind>[],
): Promise<void> {
  const cells: readonly Partial<Record<keyof NotificationRow, string | number>>[] = notices;
  const column = (name: keyof NotificationRow) => cells.map((notice) => notice[name] ?? null);
  await notify(
    place,
    kind,
    sql`
      SELECT told.user_id, lead_id, operation_id, webhook_id, coalesce(leads, 1) AS leads
      FROM unnest(${column('user_id')}::uuid[], ${column('lead_id')}::uuid[], ${column('operation_id')}::uuid[],
        ${column('webhook_id')}::uuid[], ${column('leads')}::int[]) AS told (user_id, lead_id, operation_id, webhook_id, leads)
      JOIN ${place.table('members')} m ON m.id = told.user_id`,
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
