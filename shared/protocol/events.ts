import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';
import { PhoneCall } from '#shared/activities/phone-calls.ts';
import { Reminder } from '#shared/activities/reminders.ts';
import { ROW_KINDS } from '#shared/protocol/row-kinds.ts';

/** Seconds between two keep-alive messages of an idle stream. */
export const HEARTBEAT_SECONDS = 15;
export const EVENT_STREAM = 'text/event-stream';
/** The maximum number of leads that one event names. */
export const MOST_LEADS_TOLD = 50;

/**
 * One event of the stream. Events name a kind of rows, never the rows: pages with access to them load them
 * again.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('changed'),
    clientId: Id,
    kinds: z.array(z.enum(ROW_KINDS)),
    /** The tab whose calls made these changes; absent for changes by programs and the server itself. */
    tab: z.optional(z.string()),
    /** The only leads that changed, or whose rows did; absent if there may be others. */
    leads: z.optional(z.readonly(z.array(Id))),
  }),
  /** An event may have been missed: everything on the page is loaded again. */
  z.object({ type: z.literal('missed') }),
  /**
   * A follow-up of the signed-in user is due now. `isPushed`: a device will be told of it, unless the page says that
   * the user has seen it.
   */
  z.object({ type: z.literal('due'), reminder: Reminder, isPushed: z.boolean() }),
  /**
   * A call rings, was answered or has ended, for its agent and the assignees of its leads. `GET /phone-calls/:id` has
   * the rest.
   */
  z.object({
    type: z.literal('phone_call'),
    clientId: Id,
    id: Id,
    state: PhoneCall.shape.state,
    direction: PhoneCall.shape.direction,
    is_missed: z.boolean(),
    /** As in `PhoneCall`: masked for readers of masked contact details. */
    number: PhoneCall.shape.number,
    ended_at: PhoneCall.shape.ended_at,
    /** The leads with this number that the user may see. */
    leads: z.array(Id),
    agent_id: z.nullable(Id),
  }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const events = {
  live: endpoint({
    method: 'GET',
    path: '/events',
    permission: 'session.own',
    tag: 'Live updates',
    summary: 'With Accept: text/event-stream, what changes in the rows one may see, while it changes',
    data: z.object({ heartbeat_seconds: z.int() }),
  }),
};
