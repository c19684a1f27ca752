import * as z from 'zod/mini';
import { CallLog, CallLogUpdate, NewCallLog } from '#shared/activities/call-logs.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, clientOfRow } from '#shared/fields/fields.ts';
import { Lead } from '#shared/leads/lead.ts';
import { Reminder } from '#shared/activities/reminders.ts';

/** Leads of one number among which the pop-up lets the agent choose. */
export const MOST_CALL_LEADS = 5;
/** Minutes after which a call without an end is closed by the server. */
export const LOST_END_MINUTES = 120;
/** Calls that a person may start from the page in a minute. */
export const RINGS_PER_MINUTE = 10;

const PHONE_CALL_STATES = ['ringing', 'answered', 'ended'] as const;

/** A lead of a phone call, as the pop-up shows it. */
const PhoneCallLead = z.object({
  id: Lead.shape.id,
  name: Lead.shape.name,
  company_name: Lead.shape.company_name,
  status: Lead.shape.status,
  assigned_to: Lead.shape.assigned_to,
  assigned_user_name: Lead.shape.assigned_user_name,
  /** The earliest open follow-up. */
  next_step: z.nullable(Reminder),
  last_call: z.nullable(CallLog),
});
export type PhoneCallLead = z.infer<typeof PhoneCallLead>;

/** A call as the company's telephone system tells it while it happens. */
export const PhoneCall = z.object({
  id: Id,
  state: z.enum(PHONE_CALL_STATES),
  direction: z.enum(['inbound', 'outbound']),
  /** Inbound, ended, and nobody answered. */
  is_missed: z.boolean(),
  /** The other side's number, in E.164 where it is valid; masked for readers of masked contact details. */
  number: z.nullable(z.string()),
  /** The whole number when no lead of the company has it, to fill in a new lead; otherwise null. */
  new_number: z.nullable(z.string()),
  started_at: z.iso.datetime(),
  answered_at: z.nullable(z.iso.datetime()),
  ended_at: z.nullable(z.iso.datetime()),
  /** The seconds that were spoken; null until the end, or when the telephone system doesn't say. */
  seconds: z.nullable(z.int()),
  /** The person whose phone rings or who speaks; null as long as the telephone system doesn't say. */
  agent: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The lead that the call belongs to: the only one with the number, or the chosen one. */
  lead_id: z.nullable(Id),
  /** The leads with this number that the caller may see, latest first, at most five. */
  leads: z.array(PhoneCallLead),
  /** The log that was made of the call: at its end, or with its outcome. */
  call_log_id: z.nullable(Id),
  /** The outcome that was chosen in the pop-up. */
  call_outcome: z.nullable(z.string()),
  /** The name of the telephone system's source. */
  source_name: z.nullable(z.string()),
  clientId: Id,
  ...clientOfRow,
});
export type PhoneCall = z.infer<typeof PhoneCall>;

const tag = 'Phone calls';
const params = z.object({ id: Id });
const ofCall = ['calls', 'leads', 'reminders'] as const;

export const phoneCalls = {
  current: endpoint({
    method: 'GET',
    path: '/phone-calls/current',
    permission: 'calls.read',
    tag,
    summary:
      'The calls that ring or run now for the caller: as the agent, or as the assignee of one of their leads',
    data: z.object({ calls: z.array(PhoneCall) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/phone-calls/:id',
    permission: 'calls.read',
    tag,
    summary:
      'What the pop-up of a call shows: the caller’s number, the leads that have it, with next step and last call of each',
    params,
    data: PhoneCall,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/phone-calls/:id',
    permission: 'calls.write',
    changes: ofCall,
    tag,
    summary:
      'Choose the lead of a call, and note its outcome in its one log; completes the follow-up that it meets and plans the next one',
    params,
    body: z.partial(
      z.object({
        /** A lead that the caller may see. A log of the call moves to it. */
        lead_id: Id,
        call_outcome: NewCallLog.shape.call_outcome,
        notes: NewCallLog.shape.notes,
        /** The status in a form of the call, which holds until the telephone system tells of the end. */
        call_status: CallLogUpdate.shape.call_status,
        /** Whole minutes, with `call_status`. */
        duration: CallLogUpdate.shape.duration,
        reminder: NewCallLog.shape.reminder,
        completes_reminder_id: NewCallLog.shape.completes_reminder_id,
      }),
    ),
    data: PhoneCall,
  }),
  recording: endpoint({
    method: 'GET',
    path: '/recordings/:id',
    permission: 'calls.read',
    tag,
    summary:
      'The recording of a call, by its log, passed on from the telephone system without a copy; ranges are passed on as well',
    params,
    data: z.object({}),
    file: 'audio/mpeg',
  }),
  ring: endpoint({
    method: 'POST',
    path: '/leads/:id/ring',
    permission: 'calls.write',
    changes: ['calls'],
    tag,
    summary:
      'Ring the caller’s own phone and connect it to the lead, by the company’s telephone system; once per Idempotency-Key',
    params,
    body: z.object({
      /** Which of the numbers in the lead's phone field, from 0. */
      position: z._default(z.int('position must be a whole number.').check(z.minimum(0), z.maximum(20)), 0),
    }),
    data: z.object({ phone_call_id: Id }),
    status: 202,
  }),
};
