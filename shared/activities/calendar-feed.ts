import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { text } from '#shared/fields/fields.ts';

/** Days of follow-ups in a calendar: past and to come. */
export const FEED_DAYS = { past: 14, ahead: 90 } as const;
/** Hours after which calendar apps are asked to read a feed again; some take longer. */
export const FEED_HOURS = 1;

const Feed = z.object({
  /** Whether titles name the lead; otherwise every follow-up is just "Call back". */
  namesLeads: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The time at which an app last read it, to the minute. */
  lastReadAt: z.nullable(z.iso.datetime()),
});

const own = { permission: 'session.own', tag: 'Calendar' } as const;

export const calendarFeed = {
  get: endpoint({
    ...own,
    method: 'GET',
    path: '/auth/calendar-feed',
    summary: 'The own calendar feed, without its address',
    data: z.object({ feed: z.nullable(Feed) }),
  }),
  create: endpoint({
    ...own,
    method: 'POST',
    path: '/auth/calendar-feed',
    isShownOnce: true,
    summary:
      'A secret address of the own follow-ups for calendar apps, shown this once; an earlier one stops working',
    body: z.object({ namesLeads: z.boolean('namesLeads must be true or false.') }),
    data: z.object({ path: z.string() }),
    status: 201,
  }),
  remove: endpoint({
    ...own,
    method: 'DELETE',
    path: '/auth/calendar-feed',
    summary: 'End the own calendar feed: its address stops working',
    data: z.object({}),
  }),
  read: endpoint({
    method: 'GET',
    path: '/calendar.ics',
    permission: 'public',
    tag: 'Public',
    summary: 'The follow-ups of the user whose feed has this key, as iCalendar; with ETag',
    query: z.object({ key: text(100, 'key') }),
    data: z.object({}),
    file: 'text/calendar',
  }),
};
