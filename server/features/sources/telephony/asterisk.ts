import { valuesIn, wordOf } from '#server/features/sources/portals/portal.ts';
import type { Values } from '#server/features/sources/portals/portal.ts';
import type { Told } from './words.ts';

/** `101` of `PJSIP/101-0000002a`. */
const extensionOf = (channel: string): string =>
  /^\w{2,10}\/(\+?\d{2,15})(?:[@-]|$)/.exec(channel)?.[1] ?? '';

/**
 * Events of Asterisk that a program passes on, of ARI (https://docs.asterisk.org/Latest_API/API_Documentation/Asterisk_REST_Interface/Asterisk_REST_Data_Models/)
 * or of AMI (https://docs.asterisk.org/Latest_API/API_Documentation/AMI_Events/). The channel of the caller is the call,
 * the channels that it dials are its legs.
 */
export function asterisk(part: unknown): Told {
  const values = valuesIn(part);
  return values['Event'] === undefined ? ofAri(values) : ofAmi(values);
}

const ARI_EVENTS: Readonly<Record<string, string>> = {
  StasisStart: 'ringing',
  ChannelCreated: 'ringing',
  ChannelDestroyed: 'hangup',
  StasisEnd: '',
};

function ofAri(values: Values): Told {
  const type = wordOf(values['type']);
  if (type === 'Dial') return ofDial(values);
  const channel = valuesIn(values['channel']);
  const state = wordOf(channel['state']);
  const isOut = extensionOf(wordOf(channel['name'])) !== '';
  // A channel that Asterisk opens itself begins as Down: it is the leg of a call, and told by Dial.
  const isOwn = type === 'ChannelCreated' && state === 'Down';
  const event =
    type === 'ChannelStateChange' ? (state === 'Up' ? 'answered' : 'ringing') : (ARI_EVENTS[type] ?? '');
  const caller = wordOf(valuesIn(channel['caller'])['number']);
  return {
    call_id: wordOf(channel['id']),
    event: isOwn ? '' : event,
    status: '',
    from: caller || (isOut ? extensionOf(wordOf(channel['name'])) : ''),
    to: wordOf(valuesIn(channel['dialplan'])['exten']) || wordOf(valuesIn(channel['connected'])['number']),
    started_at: wordOf(channel['creationtime']),
  };
}

/** A phone that is dialled for a caller; without a caller, the first phone of a call that the server has begun. */
function ofDial(values: Values): Told {
  const [caller, peer] = [valuesIn(values['caller']), valuesIn(values['peer'])];
  const main = wordOf(caller['id']);
  const name = wordOf(peer['name']);
  return {
    call_id: main || wordOf(peer['id']),
    leg: main ? wordOf(peer['id']) : '',
    event: legEvent(wordOf(values['dialstatus'])),
    status: wordOf(values['dialstatus']),
    from: wordOf(valuesIn(caller['caller'])['number']),
    to: wordOf(valuesIn(caller['dialplan'])['exten']),
    agent_number: extensionOf(name) || wordOf(valuesIn(peer['caller'])['number']),
  };
}

const legEvent = (status: string): string =>
  ({ '': 'ringing', RINGING: 'ringing', PROGRESS: 'ringing', PROCEEDING: 'ringing', ANSWER: 'answered' })[
    status
  ] ?? 'hangup';

const AMI_EVENTS: Readonly<Record<string, string>> = {
  Newchannel: 'ringing',
  DialBegin: 'ringing',
  Hangup: 'hangup',
  Cdr: 'cdr',
};

function ofAmi(values: Values): Told {
  const word = (name: string) => wordOf(values[name]);
  const event = word('Event');
  const id = word('Linkedid') || word('LinkedID') || word('Uniqueid') || word('UniqueID');
  const isDial = event === 'DialBegin' || event === 'DialEnd';
  const own = isDial ? word('DestUniqueid') : word('Uniqueid') || word('UniqueID');
  const isLeg = own !== '' && own !== id;
  const told = {
    call_id: isDial ? word('DestLinkedid') || id : id,
    leg: isLeg ? own : '',
    from: word('CallerIDNum') || word('Source'),
    to: word('Exten') || word('Destination'),
    agent_number: isDial ? extensionOf(word('DestChannel')) || word('DestCallerIDNum') : '',
  };
  if (event === 'DialEnd')
    return { ...told, event: legEvent(word('DialStatus')), status: word('DialStatus') };
  // Of a leg, only that it was dialled counts, and how that went.
  if (isLeg && !isDial) return { ...told, event: event === 'Hangup' ? 'hangup' : '', status: '' };
  return {
    ...told,
    event: AMI_EVENTS[event] ?? '',
    status: word('Disposition'),
    seconds: word('BillableSeconds'),
  };
}
