import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Clock, Id, requiredLine } from '#shared/fields/fields.ts';
import { endOf, minutesOf } from '#shared/company/working-time.ts';

/** The key of the working hours in a client's configurations. */
export const HOURS_KEY = 'working_hours';
/** Maximum number of holidays of a client, including past ones. @internal */
export const MAX_HOLIDAYS = 100;
export const MAX_HOLIDAY_NAME = 60;
/** With fewer working minutes a day, a promise of a week would stretch over decades. */
const LEAST_MINUTES = 60;

export const Holiday = z.object({
  day: z.iso.date('Choose a day.'),
  name: requiredLine(MAX_HOLIDAY_NAME, 'Name the holiday.'),
});
export type Holiday = z.infer<typeof Holiday>;

/** When a client works, in its time zone. */
export const WorkingHours = z.object({
  /** Every minute of every day counts; days, hours and holidays are stored for later. */
  all_hours: z.boolean('all_hours must be true or false.'),
  /** Monday is 1. */
  days: z.array(z.int().check(z.minimum(1), z.maximum(7)), 'Choose at least one working day.').check(
    z.minLength(1, 'Choose at least one working day.'),
    z.maxLength(7, 'A week has seven days.'),
    z.refine((days) => new Set(days).size === days.length, 'Each day of the week can be chosen once.'),
  ),
  from: Clock,
  until: Clock,
  holidays: z.array(Holiday).check(
    z.maxLength(
      MAX_HOLIDAYS,
      `You’ve reached the limit of ${MAX_HOLIDAYS} holidays. Remove past ones first.`,
    ),
    z.refine(
      (holidays) => new Set(holidays.map(({ day }) => day)).size === holidays.length,
      'Each day can be a holiday once.',
    ),
  ),
});
export type WorkingHours = z.infer<typeof WorkingHours>;

/** The message for hours that end before they start, or are too short. */
export function refusalOfHours({ from, until }: Pick<WorkingHours, 'from' | 'until'>) {
  const minutes = endOf(until) - minutesOf(from);
  if (minutes >= LEAST_MINUTES) return undefined;
  const message =
    minutes > 0
      ? 'The working hours must last at least an hour.'
      : 'The working hours must end after they begin, on the same day. Midnight (00:00) is the end of the day.';
  return { field: 'until', message };
}

/** Monday to Saturday, 9:30 to 18:30: the default for a new client in India. */
export const USUAL_HOURS: Omit<WorkingHours, 'all_hours'> = {
  days: [1, 2, 3, 4, 5, 6],
  from: '09:30',
  until: '18:30',
  holidays: [],
};

/** The stored hours, with the version that an edit of them must name. */
export const SavedHours = z.extend(WorkingHours, { version: z.string() });
export type SavedHours = z.infer<typeof SavedHours>;

const tag = 'Working hours';
const params = z.object({ id: Id });

export const workingHours = {
  get: endpoint({
    method: 'GET',
    path: '/clients/:id/working-hours',
    permission: 'working_hours.manage',
    tag,
    summary: 'The days, hours and holidays of a client, by its clock',
    params,
    data: SavedHours,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/clients/:id/working-hours',
    permission: 'working_hours.manage',
    changes: ['fields'],
    tag,
    summary:
      'Choose when a client works; what is left out stays, and a stale `version` is answered 412. They count for leads that arrive and contacts that are made from then on',
    params,
    body: z.partial(SavedHours),
    data: SavedHours,
  }),
};
