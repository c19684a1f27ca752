import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, clientOfRow } from '#shared/fields/fields.ts';
import { PageQuery } from '#shared/protocol/pagination.ts';

/** The notifications a user wants. */
export const NotificationChoices = z.object({
  /** By email: a digest each morning, and an email for each follow-up that is due. */
  email: z.boolean(),
  /** When a follow-up is due: in the page, in the browser and by email. */
  reminders: z.boolean(),
  /** On the week's first working day: the report by email. */
  weekly: z.boolean(),
  /**
   * By email: leads assigned to the user, and for managers and admins those left unassigned or not contacted
   * in time.
   */
  leads: z.boolean(),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/** The highest number of unread notifications that is counted. */
export const MOST_UNREAD = 100;

/** `server/leads/changes/notify.ts` says of each kind who is notified of what. */
const NOTIFICATION_KINDS = ['due', 'assigned', 'enquiry', 'import', 'webhook', 'unassigned', 'late'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** A notification of the signed-in user. */
export const Notification = z.object({
  id: Id,
  kind: z.enum(NOTIFICATION_KINDS),
  created_at: z.iso.datetime(),
  is_read: z.boolean(),
  /** The lead; null for a notification about several leads. */
  lead: z.nullable(z.object({ id: Id, name: z.string() })),
  leads: z.int(),
  /** For a follow-up, its title and date; for a webhook, the host of its address. */
  title: z.nullable(z.string()),
  due_at: z.nullable(z.iso.datetime()),
  /** The colleague who assigned the leads. */
  by_name: z.nullable(z.string()),
  /** The owner of a follow-up, when the user covers for somebody else. */
  for_name: z.nullable(z.string()),
  /** For an import, its id, by which its leads can be listed, and its file; for a webhook, why it is off. */
  operation_id: z.nullable(Id),
  summary: z.nullable(z.string()),
  clientId: Id,
  ...clientOfRow,
});
export type Notification = z.infer<typeof Notification>;

const own = { permission: 'session.own', tag: 'Notifications' } as const;

export const notifications = {
  unread: endpoint({
    ...own,
    method: 'GET',
    path: '/notifications/unread',
    summary: "The number of the caller's unread notifications, at most 100",
    data: z.object({ unread: z.int() }),
  }),
  list: endpoint({
    ...own,
    method: 'GET',
    path: '/notifications',
    summary: "The caller's newest notifications, of the last 60 days unless the installation says otherwise",
    query: z.object({ limit: PageQuery.limit }),
    data: z.object({ notifications: z.array(Notification), has_more: z.boolean() }),
  }),
  read: endpoint({
    ...own,
    method: 'POST',
    path: '/notifications/read',
    summary: "Mark the caller's notifications as read: the named ones, or all",
    changes: ['notifications'],
    body: z.object({
      ids: z.optional(z.array(Id).check(z.maxLength(MOST_UNREAD, 'Name at most 100 notifications.'))),
    }),
    data: z.object({ unread: z.int() }),
  }),
};
