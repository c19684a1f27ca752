import type { TelephonyKind } from '#shared/activities/telephony.ts';
import { ami, ari } from '#test/outside/asterisk-events.ts';
import { OFFICE, withAnswer } from '#test/outside/played-call.ts';
import type { Script } from '#test/outside/played-call.ts';

/** Events modelled on the documentation of telephone systems; people and numbers are invented. */

/** Twilio: callbacks of the leg to the colleague, and of the whole call at its end. */
const twilio: Script = (call) => {
  const { id, customer, agent, direction, seconds, recording } = call;
  const isIn = direction === 'inbound';
  const account = { AccountSid: 'ACsimulated', ApiVersion: '2010-04-01' };
  const leg = {
    ...account,
    CallSid: `${id}-leg`,
    ParentCallSid: id,
    From: isIn ? customer : OFFICE,
    To: isIn ? agent : customer,
    Direction: 'outbound-dial',
    CallbackSource: 'call-progress-events',
  };
  const main = {
    ...account,
    CallSid: id,
    From: isIn ? customer : OFFICE,
    To: isIn ? OFFICE : agent,
    Direction: isIn ? 'inbound' : 'outbound-api',
  };
  const end =
    seconds === null ? { CallStatus: 'no-answer' } : { CallStatus: 'completed', CallDuration: `${seconds}` };
  return withAnswer(call, [
    { state: 'ringing', as: 'form', body: { ...leg, CallStatus: 'ringing', SequenceNumber: '1' } },
    { state: 'answered', as: 'form', body: { ...leg, CallStatus: 'in-progress', SequenceNumber: '2' } },
    { state: 'ended', as: 'form', body: { ...leg, ...end, SequenceNumber: '3' } },
    {
      state: 'ended',
      as: 'form',
      body: {
        ...main,
        CallStatus: 'completed',
        CallDuration: `${(seconds ?? 0) + 20}`,
        ...(recording && { RecordingUrl: recording, RecordingSid: `RE${id}` }),
      },
    },
  ]);
};

/** Exotel: the pop-up and the Passthru of a flow as addresses, and status callbacks of outgoing calls as JSON. */
const exotel: Script = (call) => {
  const { id, customer, agent, direction, seconds, recording } = call;
  if (direction === 'outbound') {
    const base = {
      CallSid: id,
      From: agent,
      To: customer,
      Direction: 'outbound-api',
      PhoneNumberSid: OFFICE,
    };
    const status = seconds === null ? 'no-answer' : 'completed';
    return withAnswer(call, [
      { state: 'answered', as: 'json', body: { ...base, EventType: 'answered', Status: 'in-progress' } },
      {
        state: 'ended',
        as: 'json',
        body: {
          ...base,
          EventType: 'terminal',
          Status: status,
          ConversationDuration: seconds ?? 0,
          RecordingUrl: recording ?? '',
          Legs: [
            { OnCallDuration: (seconds ?? 0) + 9, Status: 'completed' },
            { OnCallDuration: seconds ?? 0, Status: status },
          ],
        },
      },
    ]);
  }
  const base = {
    CallSid: id,
    CallFrom: customer,
    CallTo: OFFICE,
    From: customer,
    To: OFFICE,
    Direction: 'incoming',
  };
  return [
    {
      state: 'ringing',
      as: 'link',
      body: { ...base, DialWhomNumber: agent, Status: 'busy', AgentEmail: 'a@example.com' },
    },
    {
      state: 'ended',
      as: 'link',
      body: {
        ...base,
        CallType: seconds === null ? 'call-attempt' : 'completed',
        DialWhomNumber: seconds === null ? '' : agent,
        DialCallDuration: `${seconds ?? 0}`,
        RecordingUrl: recording ?? '',
        flow_id: '99',
      },
    },
  ];
};

/** Knowlarity: live events and the finished call. */
const knowlarity: Script = (call) => {
  const { id, customer, agent, direction, seconds, recording } = call;
  const base = {
    uuid: id,
    business_call_type: direction === 'inbound' ? 'Inbound' : 'Outbound',
    customer_number: customer,
    knowlarity_number: OFFICE,
    agent_number: agent,
  };
  return withAnswer(call, [
    { state: 'ringing', as: 'json', body: { ...base, event_type: 'AGENT_CALL' } },
    { state: 'answered', as: 'json', body: { ...base, event_type: 'AGENT_ANSWER' } },
    {
      state: 'ended',
      as: 'json',
      body: {
        ...base,
        event_type: 'CDR',
        call_status: seconds === null ? 'Missed' : 'Connected',
        call_duration: seconds ?? 0,
        resource_url: recording ?? '',
      },
    },
  ]);
};

/** MyOperator: the webhooks during and after a call. */
const myOperator: Script = (call) => {
  const { id, customer, agent, direction, seconds, recording } = call;
  const live = {
    id: 'event',
    uid: id,
    company_id: 'company',
    clid: customer.slice(-10),
    clid_raw: customer,
    rdnis: direction === 'inbound' ? OFFICE : '',
    event: direction === 'inbound' ? 1 : 2,
    users: [agent],
  };
  const clock = new Date((seconds ?? 0) * 1000).toISOString().slice(11, 19);
  return withAnswer(call, [
    { state: 'ringing', as: 'json', body: { ...live, call_state: 3 } },
    { state: 'answered', as: 'json', body: { ...live, call_state: 5 } },
    {
      state: 'ended',
      as: 'json',
      body: {
        _ci: id,
        _ai: `${id}-log`,
        _cl: customer,
        _cr: customer,
        _ev: direction === 'inbound' ? 1 : 2,
        _ss: seconds === null ? 2 : 1,
        _dr: clock,
        _fu: recording ?? '',
        _ld: [{ _ac: seconds === null ? 'missed' : 'received', _rr: [{ _na: 'Asha', _ct: agent }] }],
      },
    },
  ]);
};

/** A system that nobody knows, whose values the admin has matched by hand. */
const unknown: Script = (call) => {
  const { id, customer, agent, direction, seconds, recording } = call;
  const [anrufer, angerufen] = direction === 'inbound' ? [customer, OFFICE] : [agent, customer];
  const base = { data: { nummer: id, anrufer, angerufen, kollege: agent, richtung: direction } };
  return withAnswer(call, [
    { state: 'ringing', as: 'json', body: { ...base, was: 'ringing' } },
    { state: 'answered', as: 'json', body: { ...base, was: 'answered' } },
    {
      state: 'ended',
      as: 'json',
      body: {
        ...base,
        was: 'ended',
        ergebnis: seconds === null ? 'missed' : 'answered',
        dauer: seconds,
        band: recording,
      },
    },
  ]);
};
export const UNKNOWN_MAPPING = {
  'data.nummer': 'call_id',
  'data.anrufer': 'from',
  'data.angerufen': 'to',
  'data.kollege': 'agent_number',
  'data.richtung': 'direction',
  was: 'event',
  ergebnis: 'status',
  dauer: 'seconds',
  band: 'recording',
};

/** The events that each telephone system sends of a call, in order. */
export const SCRIPTS: Readonly<
  Record<string, { kind: TelephonyKind; script: Script; knowsSeconds: boolean }>
> = {
  twilio: { kind: 'twilio', script: twilio, knowsSeconds: true },
  exotel: { kind: 'exotel', script: exotel, knowsSeconds: true },
  knowlarity: { kind: 'knowlarity', script: knowlarity, knowsSeconds: true },
  MyOperator: { kind: 'knowlarity', script: myOperator, knowsSeconds: true },
  AMI: { kind: 'asterisk', script: ami, knowsSeconds: true },
  ARI: { kind: 'asterisk', script: ari, knowsSeconds: false },
  unknown: { kind: 'telephony', script: unknown, knowsSeconds: true },
};
