import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, clientOfRow, requiredText } from '#shared/fields/fields.ts';
import { Instant, day } from '#shared/values/instant.ts';
import { Lead } from '#shared/leads/lead.ts';
import { PageQuery, SortOrder } from '#shared/protocol/pagination.ts';
import { PeopleFilter } from '#shared/fields/people-filter.ts';
import { NewReminder, Reminder, ReminderText } from '#shared/activities/reminders.ts';

export const CALL_TYPES = ['outbound', 'inbound'] as const;
const CALL_STATUSES = ['completed', 'no-answer', 'busy', 'voicemail'] as const;
export const CALL_OUTCOMES = [
  'information-gathered',
  'follow-up-required',
  'callback-required',
  'meeting-scheduled',
  'proposal-requested',
  'not-interested',
  'closed-won',
  'closed-lost',
] as const;
/** Outcomes after which the form suggests no follow-up. */
export const FINAL_OUTCOMES: readonly string[] = ['not-interested', 'closed-won', 'closed-lost'];
/** In minutes. A call longer than a day is a typing error. */
const MAX_CALL_MINUTES = 1440;

/** Milliseconds that a browser's clock may be ahead, including a wrong time zone. */
const CLOCK_ERROR = 24 * 60 * 60_000;

export const CallLog = z.object({
  id: Id,
  lead_id: Id,
  lead_name: z.string(),
  user_id: z.nullable(Id),
  called_by: z.nullable(Id),
  user_name: z.nullable(z.string()),
  call_date: z.iso.datetime(),
  call_type: z.string(),
  call_status: z.string(),
  call_outcome: z.nullable(z.string()),
  /** Whole minutes. */
  duration: z.int(),
  /** The seconds that a telephone system has counted; null for calls logged by hand. */
  seconds: z.nullable(z.int()),
  /** Whether the telephone system has recorded the call: `phoneCalls.recording` plays it. */
  has_recording: z.boolean(),
  notes: z.nullable(z.string()),
  clientId: Id,
  ...clientOfRow,
});
export type CallLog = z.infer<typeof CallLog>;

const call = {
  call_type: z.enum(CALL_TYPES, 'Call type must be outbound or inbound.'),
  call_status: z.enum(CALL_STATUSES, 'Call status must be completed, no-answer, busy or voicemail.'),
  call_outcome: z.nullable(z.enum(CALL_OUTCOMES, 'Choose an outcome of the list.')),
  duration: z
    .int('Duration must be a whole number of minutes.')
    .check(
      z.minimum(0, 'Duration cannot be negative.'),
      z.maximum(MAX_CALL_MINUTES, 'Duration is too long (1440 minutes at most).'),
    ),
  notes: requiredText(5000, 'Comments are required.'),
  call_date: Instant('Call date').check(
    z.refine((value) => Date.parse(value) <= Date.now() + CLOCK_ERROR, 'A call cannot be in the future.'),
  ),
};

export const NewCallLog = z.object({
  ...call,
  lead_id: Id,
  call_type: z._default(call.call_type, 'outbound'),
  call_status: z._default(call.call_status, 'completed'),
  call_outcome: z.optional(call.call_outcome),
  /** Defaults to the time of the request. */
  call_date: z.optional(call.call_date),
  /** Accepted in the shape of the specification's form. The caller of a call is the signed-in user. */
  called_by: z.optional(Id),
  /** The follow-up, saved in the same transaction. */
  reminder: z.optional(
    z.object({
      ...ReminderText,
      reminder_date: Instant('Reminder date'),
      repeat: NewReminder.shape.repeat,
    }),
  ),
  /** The lead's follow-up that the call was about; completed in the same transaction. */
  completes_reminder_id: z.optional(Id),
});
export type NewCallLog = z.infer<typeof NewCallLog>;

/** A correction. Only the fields sent change. */
export const CallLogUpdate = z.partial(z.object(call));
export type CallLogUpdate = z.infer<typeof CallLogUpdate>;

const tag = 'Call logs';
const params = z.object({ id: Id });

export const callLogs = {
  list: endpoint({
    method: 'GET',
    path: '/call-logs',
    permission: 'calls.read',
    tag,
    summary: 'List calls, newest first unless sorted otherwise',
    query: z.object({
      ...PageQuery,
      lead_id: z.optional(Id),
      /** The caller: a user's id, `me`, or `none` for calls without a caller. */
      user_id: PeopleFilter,
      call_type: z.optional(call.call_type),
      call_status: z.optional(call.call_status),
      from_date: z.optional(day('From date')),
      to_date: z.optional(day('To date')),
      sort_by: z._default(
        z.enum(['call_date', 'duration'], 'Calls cannot be sorted by this field.'),
        'call_date',
      ),
      sort_order: z._default(SortOrder, 'desc'),
      client_id: z.optional(Id),
    }),
    data: z.array(CallLog),
    paginated: true,
  }),
  forLead: endpoint({
    method: 'GET',
    path: '/call-logs/lead/:id',
    permission: 'calls.read',
    tag,
    summary: 'The calls of a lead, newest first',
    params,
    data: z.array(CallLog),
  }),
  get: endpoint({
    method: 'GET',
    path: '/call-logs/:id',
    permission: 'calls.read',
    tag,
    summary: 'One call',
    params,
    data: CallLog,
  }),
  create: endpoint({
    method: 'POST',
    path: '/call-logs',
    permission: 'calls.write',
    changes: ['calls', 'leads', 'reminders'],
    mayWait: true,
    tag,
    summary: 'Log a call, complete the follow-up that it meets, and plan the next one, all in the same step',
    body: NewCallLog,
    data: z.extend(CallLog, {
      /** The follow-up that was planned. */
      reminder: z.nullable(Reminder),
      /** The follow-up that was completed. */
      completed: z.nullable(Reminder),
      /** The lead after all changes. */
      lead: Lead,
    }),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/call-logs/:id',
    permission: 'calls.write',
    changes: ['calls', 'leads', 'reminders'],
    tag,
    summary: 'Correct a call',
    params,
    body: CallLogUpdate,
    data: CallLog,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/call-logs/:id',
    permission: 'calls.write',
    changes: ['calls', 'leads', 'reminders'],
    tag,
    summary: 'Delete a call',
    params,
    data: z.object({ id: Id }),
  }),
};
