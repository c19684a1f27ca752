import { calendarFeed } from '#shared/activities/calendar-feed.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [calendarFeed.get, 'everyone'],
  [calendarFeed.create, 'everyone', { input: () => body({ namesLeads: true }) }],
  [calendarFeed.remove, 'everyone'],
  [calendarFeed.read, 'public', { input: () => ({ query: { key: 'lcf_unknown' } }), status: () => 404 }],
];
