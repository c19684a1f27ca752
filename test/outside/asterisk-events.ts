import { OFFICE, withAnswer } from '#test/outside/played-call.ts';
import type { Script } from '#test/outside/played-call.ts';

/** Asterisk: events of AMI, passed on as forms. */
export const ami: Script = (call) => {
  const { id, customer, agent, direction, seconds } = call;
  const isIn = direction === 'inbound';
  const main = {
    Channel: isIn ? 'PJSIP/trunk-00000001' : `PJSIP/${agent}-00000001`,
    CallerIDNum: isIn ? customer : agent,
    ConnectedLineNum: '<unknown>',
    Exten: isIn ? OFFICE : customer,
    Context: 'from-internal',
    Uniqueid: id,
    Linkedid: id,
  };
  const dial = {
    ...main,
    DestChannel: isIn ? `PJSIP/${agent}-00000002` : 'PJSIP/trunk-00000002',
    DestCallerIDNum: isIn ? agent : customer,
    DestUniqueid: `${id}.2`,
    DestLinkedid: id,
  };
  return withAnswer(call, [
    { state: 'ringing', as: 'form', body: { Event: 'Newchannel', ChannelStateDesc: 'Ring', ...main } },
    { state: 'ringing', as: 'form', body: { Event: 'DialBegin', ...dial } },
    { state: 'answered', as: 'form', body: { Event: 'DialEnd', DialStatus: 'ANSWER', ...dial } },
    seconds === null && {
      state: 'ended',
      as: 'form',
      body: { Event: 'DialEnd', DialStatus: 'NOANSWER', ...dial },
    },
    {
      state: 'ended',
      as: 'form',
      body: { Event: 'Hangup', Cause: '16', 'Cause-txt': 'Normal Clearing', ...main },
    },
    {
      state: 'ended',
      as: 'form',
      body: {
        Event: 'Cdr',
        Source: main.CallerIDNum,
        Destination: main.Exten,
        Disposition: seconds === null ? 'NO ANSWER' : 'ANSWERED',
        BillableSeconds: `${seconds ?? 0}`,
        Duration: `${(seconds ?? 0) + 7}`,
        UniqueID: id,
      },
    },
  ]);
};

/** Asterisk: events of ARI, passed on as they are. */
export const ari: Script = (call) => {
  const { id, customer, agent, direction, seconds } = call;
  const isIn = direction === 'inbound';
  const channel = {
    id,
    name: isIn ? 'PJSIP/trunk-00000001' : `PJSIP/${agent}-00000001`,
    state: 'Ring',
    caller: { name: '', number: isIn ? customer : agent },
    connected: { name: '', number: '' },
    dialplan: { context: 'from-internal', exten: isIn ? OFFICE : customer, priority: 1 },
  };
  const peer = {
    id: `${id}.2`,
    name: isIn ? `PJSIP/${agent}-00000002` : 'PJSIP/trunk-00000002',
    state: 'Down',
  };
  const dial = { type: 'Dial', application: 'lms', caller: channel, peer };
  return withAnswer(call, [
    { state: 'ringing', as: 'json', body: { type: 'StasisStart', application: 'lms', args: [], channel } },
    { state: 'ringing', as: 'json', body: { ...dial, dialstatus: 'RINGING' } },
    { state: 'answered', as: 'json', body: { ...dial, dialstatus: 'ANSWER' } },
    seconds === null && { state: 'ended', as: 'json', body: { ...dial, dialstatus: 'NOANSWER' } },
    {
      state: 'ended',
      as: 'json',
      body: { type: 'ChannelDestroyed', cause: 16, cause_txt: 'Normal Clearing', channel },
    },
  ]);
};
