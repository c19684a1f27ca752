import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, clientOfRow } from '#shared/fields/fields.ts';
import { PageQuery } from '#shared/protocol/pagination.ts';

/** The events that webhooks can receive, with their descriptions. */
export const WEBHOOK_EVENTS = {
  'lead.created': 'Lead created',
  'lead.changed': 'Lead changed',
  'call.logged': 'Call logged',
  'follow_up.due': 'Follow-up due',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
/** The event of a test delivery. */
export const TEST_EVENT = 'webhook.test';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

/** The maximum number of webhooks per client. */
export const MAX_WEBHOOKS = 20;
/** Days for which deliveries are stored. */
export const DELIVERY_DAYS = 30;
const MAX_URL = 500;
const PORTS = ['', '443', '8443'];

export const NOT_A_WEBHOOK_URL =
  'Enter an address that begins with https://, such as https://example.com/lms, without a user name, on port 443 or 8443.';
export const NO_EVENT = 'Choose at least one event.';

/** Whether a text is an address that webhooks may have: https, a standard port, no user name. */
export function isWebhookUrl(text: string): boolean {
  if (text.length > MAX_URL || /[\s\\]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, port, username, password, hash } = new URL(text);
  return protocol === 'https:' && PORTS.includes(port) && !username && !password && !hash;
}

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(Object.keys(WEBHOOK_EVENTS) as [WebhookEvent])),
  is_active: z.boolean(),
  /** The version of the row: an edit based on another version is rejected with 412. */
  version: z.string(),
  /** The time since which every delivery has failed; null while deliveries succeed. */
  failing_since: z.nullable(z.iso.datetime()),
  /** Why the server switched the webhook off, in a sentence; null when a person did, or when it is on. */
  off_reason: z.nullable(z.string()),
  created_by_name: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  clientId: Id,
  ...clientOfRow,
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookDelivery = z.object({
  id: Id,
  /** One of `WEBHOOK_EVENTS`, or `webhook.test`. */
  event: z.string(),
  /** The number of leads, calls or follow-ups in the delivery. */
  objects: z.int(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  /** The next attempt; null unless one is pending. */
  next_attempt_at: z.nullable(z.iso.datetime()),
  /** The HTTP status of the last attempt's response. */
  last_status: z.nullable(z.int()),
  /** Why the last attempt failed, in a sentence. */
  reason: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  ended_at: z.nullable(z.iso.datetime()),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const fields = {
  url: z.string(NOT_A_WEBHOOK_URL).check(
    z.trim(),
    z.refine((text) => isWebhookUrl(text), NOT_A_WEBHOOK_URL),
  ),
  events: z
    .array(z.enum(Object.keys(WEBHOOK_EVENTS) as [WebhookEvent], 'There is no such event.'), NO_EVENT)
    .check(z.minLength(1, NO_EVENT), z.maxLength(20, 'Too many events.')),
};

const common = { tag: 'Webhooks', permission: 'api_keys.manage' } as const;
const Chosen = z.object({ id: Id });
const pages = { page: PageQuery.page, limit: z._default(PageQuery.limit.def.innerType, 50) };

export const webhooks = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/webhooks',
    summary: 'Webhooks of the clients the caller may see, newest first',
    query: z.object({ client_id: z.optional(Id), ...pages }),
    data: z.object({ webhooks: z.array(Webhook) }),
    paginated: true,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/webhooks',
    proof: 'fresh',
    isShownOnce: true,
    summary: 'Create a webhook; the answer shows its secret this once',
    changes: ['webhooks'],
    query: z.object({ clientId: z.optional(Id) }),
    body: z.object(fields),
    data: z.object({ id: Id, secret: z.string() }),
    status: 201,
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/webhooks/:id',
    proof: 'fresh',
    summary: 'Change the sent parts of a webhook, or switch it off and on; a stale `version` is answered 412',
    changes: ['webhooks'],
    params: Chosen,
    body: z.partial(
      z.object({ ...fields, is_active: z.boolean('is_active must be true or false.'), version: z.string() }),
    ),
    data: Chosen,
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/webhooks/:id',
    summary: 'Delete a webhook with its deliveries',
    changes: ['webhooks'],
    params: Chosen,
    data: Chosen,
  }),
  replaceSecret: endpoint({
    ...common,
    method: 'POST',
    path: '/webhooks/:id/secret',
    proof: 'fresh',
    isShownOnce: true,
    summary: 'Replace the secret by a new one, shown this once; the next delivery is signed with it',
    changes: ['webhooks'],
    params: Chosen,
    data: z.object({ secret: z.string() }),
  }),
  test: endpoint({
    ...common,
    method: 'POST',
    path: '/webhooks/:id/test',
    summary: 'Send a delivery without rows, to try the address; the list of deliveries tells how it went',
    params: Chosen,
    data: z.object({ delivery_id: Id }),
    status: 202,
  }),
  deliveries: endpoint({
    ...common,
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    summary: 'Deliveries of a webhook in the last 30 days, newest first',
    params: Chosen,
    query: z.object(pages),
    data: z.object({ deliveries: z.array(WebhookDelivery) }),
    paginated: true,
  }),
  sendAgain: endpoint({
    ...common,
    method: 'POST',
    path: '/webhooks/:id/send-again',
    summary: 'Send a delivery again, at once and under its id, with its rows as they are now',
    params: Chosen,
    body: z.object({ delivery_id: Id }),
    data: z.object({ delivery_id: Id }),
    status: 202,
  }),
};
