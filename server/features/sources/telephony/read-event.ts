import { CALL_TARGETS } from '#shared/activities/telephony.ts';
import type { CallTarget, TelephonyKind } from '#shared/activities/telephony.ts';
import type { Mapping } from '#shared/company/sources.ts';
import type { CallEvent } from '#server/features/phone-calls/find-calls.queries.ts';
import { lastPart, other } from '#server/features/sources/portals/other.ts';
import type { Answer } from '#server/features/sources/portals/portal.ts';
import { PRESETS } from './presets.ts';
import type { Told } from './words.ts';
import { directionOf, folded, meaningOf, secondsOf } from './words.ts';

/** The names that telephone systems give these values, without case and signs. */
const NAMES: Readonly<Record<Exclude<CallTarget, 'ignore'>, string>> = {
  call_id: 'callsid callid calluuid uuid callreferenceid referenceid linkedid uniqueid sessionid ucid uid',
  event: 'event eventtype callevent callstate state',
  from: 'from callfrom caller callerid callernumber callingnumber fromnumber src clid',
  to: 'to callto called callee callednumber tonumber destinationnumber did dst',
  direction: 'direction calldirection',
  agent_number: 'agentnumber agent agentphone dialwhomnumber extension answeredby',
  status: 'status callstatus dialcallstatus dialstatus disposition',
  seconds: 'duration callduration seconds billsec conversationduration talktime dialcallduration durationsec',
  recording: 'recordingurl recording recordinglink recordfile resourceurl',
  started_at: 'starttime startedat calltime starttimestamp datecreated',
};
const TARGETS: ReadonlyMap<string, CallTarget> = new Map(
  (Object.entries(NAMES) as [CallTarget, string][]).flatMap(([target, names]) =>
    names.split(' ').map((name) => [name, target]),
  ),
);

const isTarget = (text: string | undefined): text is CallTarget =>
  text !== undefined && Object.hasOwn(CALL_TARGETS, text);

/** The values of an event, each with its target: chosen by hand, or else derived from its name. The first of each counts. */
export function callPlaces(
  answers: readonly Answer[],
  mapping: Mapping,
): (Answer & { target: CallTarget })[] {
  const taken = new Set<CallTarget>();
  const byHand = ({ name }: Answer) => (Object.hasOwn(mapping, name) ? mapping[name] : undefined);
  for (const answer of answers) {
    const target = byHand(answer);
    if (isTarget(target)) taken.add(target);
  }
  return answers.map((answer) => {
    const chosen = byHand(answer);
    if (isTarget(chosen)) return { ...answer, target: chosen };
    const known = TARGETS.get(folded(lastPart(answer.name)));
    if (!known || taken.has(known)) return { ...answer, target: 'ignore' };
    taken.add(known);
    return { ...answer, target: known };
  });
}

type Received = { part: unknown; mapping: Mapping; receivedAt: Date };

/** An event of a telephone system; a sentence instead of one that tells of no call. */
export function readEvent(kind: TelephonyKind, { part, mapping, receivedAt }: Received): CallEvent | string {
  const { answers } = other.read(part);
  const placed = callPlaces(answers, mapping);
  const told: Told = {};
  for (const { target, value } of placed) told[target] ??= value;
  const preset = Object.entries(PRESETS[kind](part)) as [keyof Told, string][];
  for (const [target, value] of preset) told[target] = value;
  // Names that the admin has matched by hand count more than the preset.
  for (const { name, target, value } of placed) if (isTarget(mapping[name])) told[target] = value;
  return eventOf(told, receivedAt);
}

const NO_CALL = 'This event has no number of a call. Match the values, then try again.';
const NO_STATE = 'This event doesn’t say whether a call rings, was answered or has ended.';

function eventOf(told: Told, receivedAt: Date): CallEvent | string {
  const callId = told.call_id?.slice(0, 200);
  if (!callId) return NO_CALL;
  const [event, status] = [meaningOf(told.event), meaningOf(told.status)];
  const seconds = secondsOf(told.seconds);
  const isOver = event?.state === 'ended' || (!event && (seconds ?? 0) > 0) || told.recording;
  const state = isOver ? 'ended' : (event?.state ?? status?.state);
  if (!state) return NO_STATE;
  // At the end, `answered` says how the call went.
  const result = status?.result ?? (status?.state === 'answered' ? 'answered' : event?.result);
  const direction = directionOf(told.direction);
  return {
    callId,
    leg: told.leg?.slice(0, 200) || undefined,
    state,
    direction,
    from: told.from?.slice(0, 40) ?? '',
    to: told.to?.slice(0, 40) ?? '',
    agent: told.agent_number?.slice(0, 40) ?? '',
    result: state === 'ended' ? result : undefined,
    seconds: state === 'ended' ? seconds : undefined,
    recording:
      told.recording && /^https?:\/\//i.test(told.recording) ? told.recording.slice(0, 2000) : undefined,
    at: momentOf(told.started_at, receivedAt),
    receivedAt,
  };
}

/** A moment of the last day with its zone; other notations leave open which hour they mean. */
function momentOf(text: string | undefined, now: Date): Date | undefined {
  const isZoned = /(?:Z|[+-]\d{2}:?\d{2}|GMT)$/.test(text ?? '');
  const at = isZoned ? Date.parse(text ?? '') : Number.NaN;
  const isRecent = at <= now.getTime() && at > now.getTime() - 86_400_000;
  return isRecent ? new Date(at) : undefined;
}
