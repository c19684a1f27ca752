import type { TelephonyKind } from '#shared/activities/telephony.ts';
import { valuesIn, wordOf } from '#server/features/sources/portals/portal.ts';
import type { Values } from '#server/features/sources/portals/portal.ts';
import { asterisk } from './asterisk.ts';
import { directionOf } from './words.ts';
import type { Told } from './words.ts';

type Preset = (part: unknown) => Told;

const pick = (values: Values, ...names: string[]): string =>
  names.map((name) => wordOf(values[name])).find(Boolean) ?? '';

/**
 * Status callbacks of a call and of its legs (https://www.twilio.com/docs/voice/twiml/number#attributes-status-callback). A
 * leg's direction is that of the leg.
 */
const twilio: Preset = (part) => {
  const values = valuesIn(part);
  const parent = pick(values, 'ParentCallSid');
  const sid = pick(values, 'CallSid');
  return {
    call_id: parent || sid,
    leg: parent ? sid : '',
    direction: parent ? '' : pick(values, 'Direction'),
    status: pick(values, 'DialCallStatus', 'CallStatus'),
    seconds: pick(values, 'DialCallDuration', 'CallDuration', 'RecordingDuration'),
    recording: pick(values, 'RecordingUrl'),
    started_at: parent ? '' : pick(values, 'Timestamp'),
    // A callback of a recording tells nothing else.
    event: pick(values, 'RecordingSid') && !pick(values, 'CallStatus') ? 'summary' : '',
  };
};

/**
 * Status callbacks and the Passthru and pop-up requests of a flow (https://developer.exotel.com/api/make-a-call-api,
 * https://support.exotel.com/support/solutions/articles/48285).
 */
const exotel: Preset = (part) => {
  const values = valuesIn(part);
  const type = pick(values, 'CallType');
  const status = pick(values, 'Status', 'CallStatus');
  // The pop-up of a flow says of the colleague: busy while they speak, free afterwards.
  const isPopUp = pick(values, 'DialWhomNumber', 'AgentEmail') !== '' && !type;
  const popUp: Record<string, string> = { busy: 'ringing', free: 'ended' };
  return {
    event: pick(values, 'EventType') || (isPopUp ? (popUp[status.toLowerCase()] ?? '') : ''),
    status: (isPopUp ? '' : type || status) || '',
    seconds: pick(values, 'ConversationDuration', 'DialCallDuration'),
    agent_number: pick(values, 'DialWhomNumber'),
  };
};

/** The first colleague's number in the lists that MyOperator sends. */
function agentIn(list: unknown): string {
  const legs = (Array.isArray(list) ? list : []).map(valuesIn);
  const taken = legs.find((leg) => wordOf(leg['_ac']) === 'received') ?? legs[0];
  const people = taken?.['_rr'];
  return Array.isArray(people) ? pick(valuesIn(people[0]), '_ct') : '';
}

const MYOPERATOR_STATUS: Readonly<Record<string, string>> = { 1: 'completed', 2: 'missed', 3: 'voicemail' };
const MYOPERATOR_STATE: Readonly<Record<string, string>> = {
  0: 'ringing',
  1: 'ringing',
  3: 'ringing',
  5: 'answered',
  6: 'ended',
};

/**
 * Knowlarity's push of live events and of the finished call (https://developer.knowlarity.com/#call-notifications), and
 * MyOperator's webhooks during and after a call
 * (https://support.myoperator.com/portal/en/kb/articles/how-do-i-set-up-and-manage-myoperator-calling-webhooks).
 */
const knowlarity: Preset = (part) => {
  const values = valuesIn(part);
  if (values['_ld'] !== undefined || values['_ss'] !== undefined) return afterCall(values);
  if (values['call_state'] !== undefined && values['uid'] !== undefined) return inCall(values);
  const direction =
    pick(values, 'business_call_type', 'Call_Type', 'direction') ||
    ({ 0: 'inbound', 1: 'outbound' }[pick(values, 'call_type')] ?? '');
  const [customer, agent] = [
    pick(values, 'customer_number', 'caller_id', 'customer_identifier'),
    pick(values, 'agent_number', 'destination'),
  ];
  const isOut = directionOf(direction) === 'outbound';
  const event = pick(values, 'event_type', 'event');
  return {
    call_id: pick(values, 'callid', 'uuid', 'call_id', 'session_id'),
    event: event || (pick(values, 'end_time', 'call_duration') ? 'cdr' : ''),
    status: pick(values, 'call_status', 'status', 'hangup_cause') || (agent ? '' : 'missed'),
    direction,
    from: isOut ? agent : customer,
    to: isOut ? customer : pick(values, 'dispnumber', 'knowlarity_number', 'system_identifier'),
    agent_number: agent,
    seconds: pick(values, 'call_duration', 'duration'),
    recording: pick(values, 'resource_url', 'call_recording', 'recording_url'),
  };
};

function afterCall(values: Values): Told {
  const isOut = pick(values, '_ev') === '2';
  const [customer, agent] = [pick(values, '_cl', '_cr', '_ce'), agentIn(values['_ld'])];
  return {
    call_id: pick(values, '_ci', '_ri', '_ai'),
    event: 'summary',
    status: MYOPERATOR_STATUS[pick(values, '_ss')] ?? '',
    direction: isOut ? 'outbound' : 'inbound',
    from: isOut ? agent : customer,
    to: isOut ? customer : '',
    agent_number: agent,
    seconds: pick(values, '_dr'),
    recording: pick(values, '_fu'),
  };
}

function inCall(values: Values): Told {
  const people = values['users'];
  const agent = Array.isArray(people) ? wordOf(people[0]) : wordOf(people);
  const isOut = pick(values, 'event') === '2' && pick(values, 'rdnis') === '';
  const customer = pick(values, 'clid_raw', 'clid');
  return {
    call_id: pick(values, 'uid'),
    event: MYOPERATOR_STATE[pick(values, 'call_state')] ?? '',
    status: '',
    direction: isOut ? 'outbound' : 'inbound',
    from: isOut ? agent : customer,
    to: isOut ? customer : pick(values, 'rdnis'),
    agent_number: agent,
  };
}

/** The differences of each telephone system from what `read-event.ts` recognises by names. */
export const PRESETS: Readonly<Record<TelephonyKind, Preset>> = {
  twilio,
  exotel,
  knowlarity,
  asterisk,
  telephony: () => ({}),
};
