import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { Outcome } from '#shared/company/sources.ts';
import type { Database } from '#server/db/database.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { announce } from '#server/features/phone-calls/announce-call.ts';
import { MOST_TOLD, agentsWith, allAgents } from '#server/features/phone-calls/call-people.queries.ts';
import { callAfter, columnsOf, isMissed, secondsOf } from '#server/features/phone-calls/call-after.ts';
import type { CallState, Sides } from '#server/features/phone-calls/call-after.ts';
import { adoptRing, findCall, leadsWith } from '#server/features/phone-calls/find-calls.queries.ts';
import type { CallEvent, CallSource, StoredCall } from '#server/features/phone-calls/find-calls.queries.ts';
import { leadersOf } from '#server/features/users/people-to-tell.queries.ts';
import { logCall } from '#server/features/phone-calls/log-call.queries.ts';
import { takeTurns } from '#server/features/public-leads/take-enquiry.queries.ts';
import { agentForm } from '#server/features/users/agent-numbers.queries.ts';

/** The outcome of an event, for the log of deliveries. */
export type Taken = {
  outcome: Outcome;
  reason: string | null;
  lead_id: string | null;
  phone_call_id: string;
};

/**
 * Takes an event in, in the transaction that also logs it (`inside`, of the source): the call's row follows it, its end
 * becomes a call log, and those whom it concerns are told. Events of one call take turns, in whatever process.
 */
export async function takeCall(
  database: Database,
  scope: ClientScope,
  source: CallSource,
  event: CallEvent,
  noted: (inside: ClientScope, taken: Taken) => Promise<void>,
): Promise<void> {
  const sides = await sidesOf(database, scope, source, event);
  const known = await findCall(scope, source.id, event);
  const everybody = await allAgents(database, scope.client.id);
  const leaders = await leadersOf(database, scope.client.id);
  await scope.transaction(async (inside) => {
    const phone = known?.number ?? sides.number;
    await takeTurns(inside, { phone }, [`phone call ${source.id} ${event.callId}`]);
    const before =
      (await findCall(inside, source.id, event, { isLocked: true })) ??
      (await adoptRing(inside, source.id, sides, event));
    const after = callAfter(before, event, sides);
    if (before && isSame(before, after)) {
      const same = { lead_id: before.lead_id, phone_call_id: before.id };
      return await noted(inside, { ...same, outcome: 'known', reason: sentenceOf(after) });
    }
    const stored = await store(inside, source.id, event.callId, before, after);
    const { call, made, remark } = await logCall(inside, { source, leaders }, stored);
    await announce(inside, call, await toldOf(inside, call, everybody));
    await noted(inside, {
      outcome: made ?? 'call',
      reason: remark ?? sentenceOf(after),
      lead_id: call.lead_id,
      phone_call_id: call.id,
    });
  });
}

/** The sides of an event: which number is a colleague's, and which the other side's. */
async function sidesOf(
  database: Database,
  { client }: ClientScope,
  { ownNumber }: CallSource,
  { from, to, agent, direction, leg }: CallEvent,
): Promise<Sides> {
  const [f, t, a, own] = [from, to, agent, ownNumber].map((text) => agentForm(text, client.country));
  const people = await agentsWith(
    database,
    client.id,
    [f, t, a].filter((number) => number !== undefined),
  );
  const personAt = (number: string | undefined) => people.get(number ?? '');
  const isFromUs = personAt(f) !== undefined || (f !== undefined && f === own);
  const guessed = personAt(t) === undefined && (isFromUs || leg !== undefined) ? 'outbound' : 'inbound';
  const way = direction ?? guessed;
  const ends = way === 'inbound' ? [f, t] : [t, f];
  const person = personAt(a) ?? ends.map(personAt).findLast((id) => id !== undefined) ?? null;
  // The other end is a colleague's, or the number that leads see.
  const [other] = ends;
  const isOurs = other === undefined || people.has(other) || other === own;
  return { direction: way, number: isOurs ? null : other, agent: person };
}

async function store(
  inside: ClientScope,
  sourceId: string,
  providerId: string,
  before: StoredCall | undefined,
  after: CallState,
): Promise<StoredCall> {
  const { db } = inside;
  const isNumbered = after.number !== (before?.number ?? null);
  const is_known = isNumbered ? (await leadsWith(inside, after.number)).length > 0 : before?.is_known;
  if (before)
    return await db
      .updateTable('phone_calls')
      .set({ ...columnsOf(after), is_known })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  return await db
    .insertInto('phone_calls')
    .values({ id: uuidv7(), source_id: sourceId, provider_id: providerId, ...columnsOf(after), is_known })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The people who are told of a call: its agent, and the assignees of its leads; without either, everybody with a number. */
async function toldOf(
  inside: ClientScope,
  call: StoredCall,
  everybody: readonly string[],
): Promise<string[]> {
  const leads = await leadsWith(inside, call.number);
  const own = leads.filter(({ id }) => call.lead_id === null || call.lead_id === id);
  const people = [call.agent_id, ...own.map(({ assigned_to }) => assigned_to)].filter((id) => id !== null);
  const told = [...new Set([...call.told, ...(people.length > 0 ? people : everybody)])].slice(-MOST_TOLD);
  if (told.length > call.told.length)
    await inside.db.updateTable('phone_calls').set({ told }).where('id', '=', call.id).execute();
  return told;
}

const isSame = (before: StoredCall, after: CallState): boolean =>
  (Object.keys(after) as (keyof CallState)[]).every((key) => isDeepStrictEqual(before[key], after[key]));

function sentenceOf(call: CallState): string {
  if (call.state === 'ringing') return 'Ringing.';
  if (call.state === 'answered') return 'Answered.';
  if (isMissed(call)) return 'Missed.';
  const seconds = secondsOf(call);
  return seconds === null ? 'Ended.' : `Ended after ${seconds} seconds.`;
}
