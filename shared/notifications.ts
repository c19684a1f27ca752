import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Id, clientOfRow } from '#shared/fields.ts';
import { PageQuery } from '#shared/pagination.ts';

/** The notifications a user wants. */
export const NotificationChoices = z.object({
  /** By email: a digest each morning, and a mail for each follow-up that is due. */
  email: z.boolean(),
  /** When a follow-up is due: in the page, by the browser and by email. */
  reminders: z.boolean(),
  /** On Mondays: the report by email. */
  weekly: z.boolean(),
  /** By email: leads that the user is given, and for leaders those that nobody has been given or contacted in time. */
  leads: z.boolean(),
});
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/** The most unread notifications that are counted. */
export const MOST_UNREAD = 100;

/** A follow-up is due; a colleague has assigned leads to the user; a website sent an enquiry; the user's import has ended; the server has switched a webhook off; a lead has arrived that no rule could give to anybody; nobody has contacted a lead in time. */
const NOTIFICATION_KINDS = ['due', 'assigned', 'enquiry', 'import', 'webhook', 'unassigned', 'late'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** One line of what the signed-in user is told of. */
export const Notification = z.object({
  id: Id,
  kind: z.enum(NOTIFICATION_KINDS),
  created_at: z.iso.datetime(),
  is_read: z.boolean(),
  /** The lead; null for a line about several leads. */
  lead: z.nullable(z.object({ id: Id, name: z.string() })),
  leads: z.int(),
  /** Of a follow-up: its title and its date; of a webhook: the host of its address. */
  title: z.nullable(z.string()),
  due_at: z.nullable(z.iso.datetime()),
  /** The colleague who assigned the leads. */
  by_name: z.nullable(z.string()),
  /** The owner of a follow-up, where the user covers for somebody else. */
  for_name: z.nullable(z.string()),
  /** The import, by which its leads can be listed, and its file; for a webhook, why it is off. */
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
