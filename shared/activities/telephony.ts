import * as z from 'zod/mini';
import { requiredText, text } from '#shared/fields/fields.ts';

/** Telephone systems whose events become call logs, as kinds of sources. */
export const TELEPHONY_KINDS = ['exotel', 'knowlarity', 'twilio', 'asterisk', 'telephony'] as const;
export type TelephonyKind = (typeof TELEPHONY_KINDS)[number];

/** Whether sources of this kind send calls instead of leads. */
export const isTelephony = (kind: string): kind is TelephonyKind =>
  (TELEPHONY_KINDS as readonly string[]).includes(kind);

/** The targets for a value of a telephone system's event. Names that are not listed are recognised automatically. */
export const CALL_TARGETS = {
  call_id: 'Number of the call',
  event: 'Event (ringing, answered, ended)',
  from: 'Calling number',
  to: 'Called number',
  direction: 'Direction (inbound, outbound)',
  agent_number: 'Number of your colleague',
  status: 'Status (completed, busy, no answer)',
  seconds: 'Seconds',
  recording: 'Address of the recording',
  started_at: 'Time of the call',
  ignore: 'Leave out',
} as const;
export type CallTarget = keyof typeof CALL_TARGETS;

/** Words of a ring request that are replaced when it is sent, and what they stand for. */
export const RING_WORDS = {
  agent: 'the number of the person who calls',
  lead: 'the number of the lead',
  caller_id: 'the number that the lead sees',
  account: 'the account',
  address: 'the address of this source, for the events of the call',
} as const;

const RING_TEXT = 2000;
/**
 * Click to call of a telephone system: the request of `RING_PRESETS`, perhaps edited, and what its words stand for. Keys
 * are `credentials`.
 */
export const Ring = z.object({
  /** The account's name or number at the telephone system; '' where there is none. */
  account: text(200, 'Account'),
  /** The number that the lead sees. */
  caller_id: text(40, 'Caller number'),
  address: requiredText(RING_TEXT, 'The address is required.'),
  format: z.enum(['form', 'json'], 'Choose form or json.'),
  body: z
    .record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(RING_TEXT)))
    .check(z.refine((body) => Object.keys(body).length <= 30, 'At most 30 values can be sent.')),
});
export type Ring = z.infer<typeof Ring>;

/**
 * The request that rings the phones of both, by preset, as the admin may edit it; `{{agent}}` and the other words of
 * `RING_WORDS` are filled in. Null: the admin writes it. @public
 */
export const RING_PRESETS: Readonly<Record<TelephonyKind, Pick<Ring, 'address' | 'format' | 'body'> | null>> =
  {
    exotel: {
      address: 'https://api.exotel.com/v1/Accounts/{{account}}/Calls/connect.json',
      format: 'form',
      body: {
        From: '{{agent}}',
        To: '{{lead}}',
        CallerId: '{{caller_id}}',
        Record: 'true',
        StatusCallback: '{{address}}',
        'StatusCallbackEvents[0]': 'terminal',
        'StatusCallbackEvents[1]': 'answered',
        StatusCallbackContentType: 'application/json',
      },
    },
    knowlarity: {
      address: 'https://kpi.knowlarity.com/Basic/v1/account/call/makecall',
      format: 'json',
      body: {
        k_number: '{{account}}',
        agent_number: '{{agent}}',
        customer_number: '{{lead}}',
        caller_id: '{{caller_id}}',
      },
    },
    twilio: {
      address: 'https://api.twilio.com/2010-04-01/Accounts/{{account}}/Calls.json',
      format: 'form',
      body: {
        To: '{{agent}}',
        From: '{{caller_id}}',
        Twiml:
          '<Response><Dial callerId="{{caller_id}}"><Number statusCallback="{{address}}" statusCallbackEvent="ringing answered completed">{{lead}}</Number></Dial></Response>',
        StatusCallback: '{{address}}',
        StatusCallbackEvent: 'completed',
      },
    },
    asterisk: {
      address:
        'https://YOUR-SERVER/ari/channels?endpoint=PJSIP/{{agent}}&extension={{lead}}&context=from-internal&priority=1&callerId={{caller_id}}',
      format: 'json',
      body: {},
    },
    telephony: null,
  };
