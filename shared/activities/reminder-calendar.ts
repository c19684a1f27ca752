import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';
import { day } from '#shared/values/instant.ts';
import { whole } from '#shared/protocol/pagination.ts';
import { PeopleFilter } from '#shared/fields/people-filter.ts';
import { Reminder } from '#shared/activities/reminders.ts';

/** Six weeks: the most that a month's page shows. */
export const MAX_CALENDAR_DAYS = 42;
/** Counts of a day above this show as "100+"; the day's list has them all. */
export const MOST_OF_DAY = 100;
const MAX_PER_DAY = 12;

export const CalendarDay = z.object({
  day: z.iso.date(),
  /** Whether the client works on this day; always for a request across clients. */
  is_working: z.boolean(),
  holiday: z.nullable(z.string()),
  total: z.int(),
  totalIsCapped: z.boolean(),
  /** The first of the day. */
  reminders: z.array(Reminder),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

export const reminderCalendar = {
  get: endpoint({
    method: 'GET',
    path: '/reminders/calendar',
    permission: 'reminders.read',
    tag: 'Reminders',
    summary:
      'Follow-ups by day in the client’s calendar: the number of each day and its first ones, for up to six weeks',
    query: z.object({
      from_date: day('From date'),
      to_date: day('To date'),
      is_completed: z._default(z.enum(['true', 'false'], 'This must be true or false.'), 'false'),
      /** Owners, as in the list of reminders. */
      user_id: PeopleFilter,
      client_id: z.optional(Id),
      /** How many reminders of each day are returned. */
      per_day: z._default(whole('per_day', MAX_PER_DAY), 4),
    }),
    data: z.array(CalendarDay),
  }),
};
