import { myDay } from '#shared/activities/my-day.ts';
import { reminderCalendar } from '#shared/activities/reminder-calendar.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { SPARE } from '#test/safety/targets.ts';
import { body, reachesAlpha } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [myDay.get, 'everyone'],
  [
    reminderCalendar.get,
    'everyone',
    { input: () => ({ query: { from_date: '2026-11-30', to_date: '2026-12-06' } }) },
  ],
  [reminders.list, 'everyone', { input: () => ({ query: { page: '1', limit: '100' } }) }],
  [
    reminders.create,
    'everyone',
    {
      input: () =>
        body({ lead_id: SPARE.called, title: 'From the matrix', reminder_date: '2026-12-01T04:30:00Z' }),
      status: (principal) => (reachesAlpha(principal) ? undefined : 404),
    },
  ],
  [reminders.update, 'everyone', { object: 'reminder', input: () => body({ title: 'Changed', version: 1 }) }],
  [reminders.complete, 'everyone', { object: 'reminder' }],
  [reminders.reopen, 'everyone', { object: 'reminder' }],
  [reminders.remove, 'everyone', { object: 'reminder' }],
];
