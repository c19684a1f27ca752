import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, text } from '#shared/fields/fields.ts';
import type { NotificationKind } from '#shared/activities/notifications.ts';

/** The kinds of notifications that are pushed to devices, in words for the settings. */
export const PUSHED = {
  due: 'Follow-ups when they’re due',
  assigned: 'Leads assigned to you',
  enquiry: 'Enquiries',
} as const satisfies Partial<Record<NotificationKind, string>>;
export type PushKind = keyof typeof PUSHED;
export const PUSH_KINDS = Object.keys(PUSHED) as PushKind[];

/** Minutes by which the button of a notification puts a follow-up off. */
export const PUSH_SNOOZE = 60;

const PushChoices = z.object({
  /** Whether notifications name the lead. */
  showsNames: z.boolean('showsNames must be true or false.'),
  /** The kinds that are not pushed. */
  without: z
    .array(z.enum(PUSH_KINDS, '`without` contains an unknown kind.'))
    .check(z.maxLength(20, '`without` contains too many kinds.')),
});
export type PushChoices = z.infer<typeof PushChoices>;

const PushDevice = z.object({
  id: Id,
  /** Browser and system in words. */
  label: z.string(),
  createdAt: z.iso.datetime(),
  /** When it was last told something. */
  lastSentAt: z.nullable(z.iso.datetime()),
  /** Whether the caller's session is on this device. */
  isCurrent: z.boolean(),
});

/** A browser at its push service: an address, a point of the curve P-256, and 16 random bytes. */
const Subscription = {
  endpoint: text(2000, 'The address of the push service'),
  p256dh: z.string().check(z.regex(/^[\w-]{87}$/, 'p256dh must be 65 bytes as base64url.')),
  auth: z.string().check(z.regex(/^[\w-]{22}$/, 'auth must be 16 bytes as base64url.')),
};

/**
 * The data of a notification as the browser decrypts it. `path` opens what it is about, `call` the form to log a
 * call, and `token` may complete or put off the follow-up.
 */
export type PushContent = {
  title: string;
  body: string;
  tag: string;
  path: string;
  call?: string | undefined;
  token?: string | undefined;
};

const own = { permission: 'session.own', tag: 'Notifications' } as const;

export const push = {
  get: endpoint({
    ...own,
    method: 'GET',
    path: '/auth/push',
    summary: "The caller's devices that show notifications, and what they are told",
    data: z.object({
      /** The installation's public key, with which browsers subscribe. */
      key: z.string(),
      devices: z.array(PushDevice),
      ...PushChoices.shape,
    }),
  }),
  choose: endpoint({
    ...own,
    method: 'PUT',
    path: '/auth/push',
    summary: "Change what the caller's devices are told",
    body: z.partial(PushChoices),
    data: PushChoices,
  }),
  add: endpoint({
    ...own,
    method: 'POST',
    path: '/auth/push/devices',
    summary:
      'Show notifications on this device; with isNew false only if it still does, now for the present session',
    body: z.object({ ...Subscription, isNew: z.boolean('isNew must be true or false.') }),
    data: z.object({ isOn: z.boolean() }),
  }),
  remove: endpoint({
    ...own,
    method: 'DELETE',
    path: '/auth/push/devices/:id',
    summary: 'Show no notifications on a device any more',
    params: z.object({ id: Id }),
    data: z.object({ id: Id }),
  }),
  seen: endpoint({
    ...own,
    method: 'POST',
    path: '/auth/push/seen',
    summary: 'The caller has seen in the page that a follow-up is due: no device is told of it',
    body: z.object({ reminder_id: Id }),
    data: z.object({}),
  }),
  act: endpoint({
    method: 'POST',
    path: '/push/actions',
    permission: 'public',
    tag: 'Notifications',
    summary: 'Complete or put off the follow-up of a notification, by the token in it, without a session',
    changes: ['reminders', 'leads'],
    body: z.object({
      token: text(200, 'token'),
      action: z.enum(['done', 'snooze'], 'action must be done or snooze.'),
    }),
    data: z.object({}),
  }),
};
