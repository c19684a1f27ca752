import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Id } from '#shared/fields.ts';
import { Reminder } from '#shared/reminders.ts';
import { ROW_KINDS } from '#shared/row-kinds.ts';

/** Seconds between two signs of life of a stream that has nothing to say. */
export const HEARTBEAT_SECONDS = 15;
export const EVENT_STREAM = 'text/event-stream';

/** One event of the stream. It names what changed, never the rows: whoever may read them reads them again. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed'), clientId: Id, kinds: z.array(z.enum(ROW_KINDS)) }),
  /** Something may have been missed: everything shown is read again. */
  z.object({ type: z.literal('missed') }),
  /** A follow-up of the signed-in user is due now. */
  z.object({ type: z.literal('due'), reminder: Reminder }),
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
