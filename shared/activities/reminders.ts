import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { PeopleFilter } from '#shared/fields/people-filter.ts';
import { Id, clientOfRow, optionalText, requiredText } from '#shared/fields/fields.ts';
import { Instant, day } from '#shared/values/instant.ts';
import { IdList, PageQuery, Pagination, SortOrder } from '#shared/protocol/pagination.ts';
import { NewRepeat, Repeat } from '#shared/activities/repeat.ts';

/** Hours before its due time at which an open reminder becomes urgent. */
const URGENT_HOURS = 24;

const REMINDER_STATES = ['completed', 'overdue', 'urgent', 'upcoming'] as const;
export type ReminderState = (typeof REMINDER_STATES)[number];

/**
 * Returns the state of a reminder: completed, else overdue when its time is past, else urgent within 24
 * hours, else upcoming.
 */
export function reminderState(
  { is_completed, reminder_date }: { is_completed: boolean; reminder_date: string },
  now: Date,
): ReminderState {
  if (is_completed) return 'completed';
  const left = Date.parse(reminder_date) - now.getTime();
  if (left < 0) return 'overdue';
  return left <= URGENT_HOURS * 3_600_000 ? 'urgent' : 'upcoming';
}

export const ReminderText = {
  title: requiredText(200, 'Reminder title is required.'),
  description: z.optional(optionalText(2000, 'Description')),
};

export const Reminder = z.object({
  id: Id,
  version: z.int(),
  title: z.string(),
  description: z.nullable(z.string()),
  reminder_date: z.iso.datetime(),
  is_completed: z.boolean(),
  completed_at: z.nullable(z.iso.datetime()),
  lead_id: Id,
  /** The reminder's owner, by default the lead's assignee. */
  user_id: z.nullable(Id),
  user_name: z.nullable(z.string()),
  /** The colleague who completed the reminder while its owner was away. */
  handled_by: z.nullable(Id),
  handled_by_name: z.nullable(z.string()),
  /** How the follow-up repeats; null for one that does not. */
  repeat: z.nullable(Repeat),
  /** Only in the response to its completion: the open reminder that continues a repeating one. */
  next: z.optional(z.nullable(z.object({ id: Id, reminder_date: z.iso.datetime() }))),
  lead: z.object({
    name: z.string(),
    company_name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    status: z.string(),
    last_contacted_at: z.nullable(z.iso.datetime()),
  }),
  clientId: Id,
  ...clientOfRow,
});
export type Reminder = z.infer<typeof Reminder>;

/** Counts over the requested users' whole list, whatever page and group is shown. */
export const ReminderCounts = z.object({
  /** The two groups of the screen. */
  upcoming: z.int(),
  completed: z.int(),
  /** The chips: open reminders that are overdue, those still to come today, and later ones. */
  overdue: z.int(),
  today: z.int(),
  later: z.int(),
  /** The later ones: those of tomorrow, and those after tomorrow. */
  tomorrow: z.int(),
  after_tomorrow: z.int(),
  /** Leads with an open status that are not archived and have no open reminder. */
  no_next_step: z.int(),
});
export type ReminderCounts = z.infer<typeof ReminderCounts>;

export const NewReminder = z.object({
  ...ReminderText,
  lead_id: Id,
  reminder_date: Instant('Reminder date'),
  user_id: z.optional(z.nullable(Id)),
  /** Completing the follow-up plans the next one. */
  repeat: z.optional(z.nullable(NewRepeat)),
});
export type NewReminder = z.infer<typeof NewReminder>;

/** An edit. Only the fields sent change, and a stale `version` is rejected with 412. */
export const ReminderUpdate = z.object({
  version: z.optional(z.int('version must be a whole number.')),
  title: z.optional(ReminderText.title),
  description: ReminderText.description,
  reminder_date: z.optional(Instant('Reminder date')),
  user_id: z.optional(z.nullable(Id)),
  /**
   * Applies to this follow-up and those after it; null ends the repetition. Another date alone moves only this
   * one.
   */
  repeat: z.optional(z.nullable(NewRepeat)),
});
export type ReminderUpdate = z.infer<typeof ReminderUpdate>;

/**
 * Parts of the open group by the client's calendar: `later` begins tomorrow, `until_today` is overdue and
 * today.
 */
export const DUES = ['overdue', 'today', 'later', 'tomorrow', 'after_tomorrow', 'until_today'] as const;

const tag = 'Reminders';
const params = z.object({ id: Id });
const change = { tag, permission: 'reminders.write', params, data: Reminder, mayWait: true } as const;

export const reminders = {
  list: endpoint({
    method: 'GET',
    path: '/reminders',
    permission: 'reminders.read',
    tag,
    summary: 'Reminders with the counts of both groups; by default the earliest first',
    query: z.object({
      ...PageQuery,
      /** One group. If omitted: open ones first, then completed ones. */
      is_completed: z.optional(z.enum(['true', 'false'], 'This must be true or false.')),
      /** One chip of the open group. */
      due: z.optional(z.enum(DUES, `due must be ${DUES.slice(0, -1).join(', ')} or ${DUES.at(-1)}.`)),
      lead_id: z.optional(Id),
      /** Only these reminders, separated by commas. Unknown ones are left out. */
      ids: z.optional(IdList('reminders')),
      /**
       * Owners: user ids, `me` for the caller and the people the caller covers for today, or `none` for
       * reminders without an owner.
       */
      user_id: PeopleFilter,
      /** Selects completed reminders: those completed after the day on which they were due, or the others. */
      was_late: z.optional(z.enum(['true', 'false'], 'This must be true or false.')),
      /** Only the open reminder of each lead that is due first. */
      first_of_lead: z.optional(z.literal('true', 'first_of_lead must be true.')),
      from_date: z.optional(day('From date')),
      to_date: z.optional(day('To date')),
      sort_by: z._default(
        z.enum(['reminder_date'], 'Reminders cannot be sorted by this field.'),
        'reminder_date',
      ),
      sort_order: z._default(SortOrder, 'asc'),
      client_id: z.optional(Id),
    }),
    data: z.object({
      reminders: z.array(Reminder),
      /** The same as beside `data`. Callers that follow the specification read it here. */
      pagination: Pagination,
      counts: ReminderCounts,
    }),
    paginated: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/reminders',
    permission: 'reminders.write',
    changes: ['reminders', 'leads'],
    tag,
    summary: 'Plan a follow-up',
    body: NewReminder,
    data: Reminder,
    status: 201,
  }),
  update: endpoint({
    ...change,
    method: 'PUT',
    path: '/reminders/:id',
    changes: ['reminders', 'leads'],
    summary: 'Change or snooze a reminder',
    body: ReminderUpdate,
  }),
  complete: endpoint({
    ...change,
    method: 'PATCH',
    path: '/reminders/:id/complete',
    changes: ['reminders', 'leads'],
    summary:
      'Mark as completed; a repeating reminder is planned again, and the lead moves on to its next open reminder',
  }),
  reopen: endpoint({
    ...change,
    method: 'PATCH',
    path: '/reminders/:id/reopen',
    changes: ['reminders', 'leads'],
    summary: 'Take a completion back, with the reminder that it planned, unless that has been changed',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/reminders/:id',
    permission: 'reminders.write',
    changes: ['reminders', 'leads'],
    tag,
    summary: 'Delete a reminder',
    params,
    data: z.object({ id: Id }),
  }),
};
