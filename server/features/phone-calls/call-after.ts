import type { Insertable } from 'kysely';
import type { CallResult, Legs, PhoneCallRow } from '#server/db/tables/source-tables.ts';
import type { CallEvent, StoredCall } from './find-calls.queries.ts';

/** The parts of a call that events change. */
export type CallState = Pick<
  StoredCall,
  | 'state'
  | 'direction'
  | 'number'
  | 'agent_id'
  | 'legs'
  | 'result'
  | 'seconds'
  | 'recording'
  | 'started_at'
  | 'answered_at'
  | 'ended_at'
>;

const RANK = { ringing: 0, answered: 1, ended: 2 } as const;

/** The other side and the person of an event, as numbers and ids of the client. */
export type Sides = { direction: CallState['direction']; number: string | null; agent: string | null };

/**
 * The call after an event, in whatever order events arrive: a state never goes back, the end of one phone is not the end of
 * the call, and a number that is known stays.
 */
export function callAfter(before: CallState | undefined, event: CallEvent, sides: Sides): CallState {
  const { leg, state, seconds, recording, receivedAt: now } = event;
  const isEnd = state === 'ended' && leg === undefined;
  const told = leg !== undefined && state === 'ended' ? 'ringing' : state;
  const legs = leg === undefined ? (before?.legs ?? {}) : withLeg(before?.legs ?? {}, leg, event);
  const takes = told === 'answered' || (before?.agent_id ?? null) === null;
  const since = (seconds ?? 0) * 1000;
  const at = event.at ?? (isEnd ? new Date(now.getTime() - since) : now);
  return {
    state: before && RANK[before.state] > RANK[told] ? before.state : told,
    direction: before?.direction ?? sides.direction,
    number: before?.number ?? sides.number,
    agent_id: takes ? (sides.agent ?? before?.agent_id ?? null) : (before?.agent_id ?? null),
    legs,
    result: isEnd ? (event.result ?? before?.result ?? null) : (before?.result ?? null),
    seconds: isEnd ? (seconds ?? before?.seconds ?? null) : (before?.seconds ?? null),
    recording: recording ?? before?.recording ?? null,
    started_at: before && before.started_at <= at ? before.started_at : at,
    answered_at: before?.answered_at ?? (told === 'answered' ? now : null),
    ended_at: before?.ended_at ?? (isEnd ? now : null),
  };
}

/** A phone that was answered stays so: its end tells how long they spoke. */
function withLeg(legs: Legs, name: string, { state, result, seconds }: CallEvent): Legs {
  const before = legs[name] ?? {};
  const isAnswered = before.result === 'answered' || state === 'answered' || result === 'answered';
  const after = isAnswered ? 'answered' : (result ?? (state === 'ended' ? 'missed' : before.result));
  return {
    ...legs,
    [name]: { ...before, ...(after && { result: after }), ...(seconds !== undefined && { seconds }) },
  };
}

/** How a call went: its phones know better than the call, which a machine may have answered. */
export function resultOf({ legs, result, answered_at, seconds }: CallState): CallResult {
  const phones = Object.values(legs);
  if (result === 'voicemail') return 'voicemail';
  if (phones.some((leg) => leg.result === 'answered')) return 'answered';
  if (phones.some((leg) => leg.result !== undefined))
    return phones.every((leg) => leg.result === 'busy') ? 'busy' : 'missed';
  if (answered_at !== null) return 'answered';
  return result ?? ((seconds ?? 0) > 0 ? 'answered' : 'missed');
}

/** The seconds that were spoken; null for a call that nobody answered, and where nobody counted. */
export function secondsOf(call: CallState): number | null {
  if (resultOf(call) !== 'answered') return null;
  const { legs, seconds, answered_at, ended_at } = call;
  const counted = Object.values(legs).flatMap((leg) =>
    leg.result === 'answered' ? (leg.seconds ?? []) : [],
  );
  if (counted.length > 0) return counted.reduce((sum, one) => sum + one, 0);
  if (seconds !== null) return seconds;
  if (!answered_at || !ended_at) return null;
  return Math.max(0, Math.round((ended_at.getTime() - answered_at.getTime()) / 1000));
}

/** Inbound, and nobody answered. */
export const isMissed = (call: CallState): boolean =>
  call.state === 'ended' && call.direction === 'inbound' && resultOf(call) !== 'answered';

/** The columns of a call, as they are written. */
export const columnsOf = ({
  legs,
  ...state
}: CallState): Omit<Insertable<PhoneCallRow>, 'id' | 'source_id' | 'provider_id'> => ({
  ...state,
  legs: JSON.stringify(legs),
});
