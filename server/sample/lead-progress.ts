import type { StatusMeaning } from '#shared/fields/lead-options.ts';
import { statusMeaning } from '#shared/fields/lead-options.ts';
import type { Random } from './random.ts';
import type { SampleClient } from './sample-client.ts';
import { DAY, HOUR, MINUTE, atWork, dayNumber, diarySlot, workday } from './working-time.ts';

/** Timestamps are in milliseconds since 1970. */
export type SampleCall = {
  at: number;
  type: 'outbound' | 'inbound';
  status: 'completed' | 'no-answer' | 'busy' | 'voicemail';
  outcome: string | null;
  /** Minutes. */
  duration: number;
  notes: string | null;
};
export type SampleReminder = {
  title: string;
  description: string | null;
  made: number;
  due: number;
  completed: number | null;
};

/** The share of each status among leads of an age in days. */
const FUNNEL: readonly { until: number; shares: Readonly<Record<string, number>> }[] = [
  { until: 3, shares: { new: 70, contacted: 30 } },
  { until: 14, shares: { new: 26, contacted: 42, qualified: 20, proposal: 6, lost: 6 } },
  {
    until: 45,
    shares: { new: 6, contacted: 30, qualified: 22, proposal: 10, negotiation: 6, converted: 11, lost: 15 },
  },
  {
    until: Infinity,
    shares: { new: 2, contacted: 14, qualified: 11, proposal: 5, negotiation: 4, converted: 26, lost: 38 },
  },
];

/** The status that a lead of that age has reached. */
export function statusOf(random: Random, client: SampleClient, age: number): string {
  const shares = { ...FUNNEL.find(({ until }) => age < until)?.shares };
  for (const status of ['proposal', 'negotiation'])
    if (!client.laterStatuses.includes(status)) delete shares[status];
  return random.weighted(shares);
}

/** The fewest and most calls needed to reach each status. */
const CALLS: Readonly<Record<string, [number, number]>> = {
  contacted: [1, 2],
  qualified: [2, 3],
  proposal: [2, 4],
  negotiation: [3, 5],
  converted: [2, 5],
  lost: [1, 4],
};
const TALK_OUTCOMES = {
  'information-gathered': 30,
  'follow-up-required': 24,
  'callback-required': 18,
  'meeting-scheduled': 18,
  'proposal-requested': 10,
};

/** The calls that led to the status, ascending: the first within a day or two, the others days apart. */
export function callsOf(
  random: Random,
  client: SampleClient,
  lead: { status: string; created: number; now: number },
): SampleCall[] {
  const { status, created, now } = lead;
  const [fewest, most] = CALLS[status] ?? [0, random.chance(0.2) ? 1 : 0];
  const wanted = random.whole(fewest, most);
  const moments: number[] = [];
  let at = created;
  for (let call = 0; call < wanted; call += 1) {
    const gap = call === 0 ? random.whole(10, 30 * 60) * MINUTE : random.whole(20, 9 * 24) * HOUR;
    at = atWork(random, at + gap);
    if (at < now) moments.push(at);
  }
  if (moments.length === 0 && fewest > 0) moments.push(Math.floor(created + (now - created) * random.next()));
  const meaning = statusMeaning(status);
  // A lead nobody has reached is still new; one that was given up without a response is lost.
  const isReached = status !== 'new' && !(meaning === 'lost' && random.chance(0.2));
  return moments.map((moment, index) => {
    const isLast = index === moments.length - 1;
    const mustTalk = index === 0 || (isLast && meaning !== 'open');
    const talked = isReached && (mustTalk || random.chance(0.65));
    return talked
      ? talk(random, client, moment, isLast ? meaning : 'open')
      : missedCall(random, client, moment);
  });
}

function talk(random: Random, client: SampleClient, at: number, meaning: StatusMeaning): SampleCall {
  const outcome = {
    open: random.weighted(TALK_OUTCOMES),
    won: 'closed-won',
    lost: random.chance(0.6) ? 'not-interested' : 'closed-lost',
  }[meaning];
  const notes = random.pick(client.calls[meaning === 'open' ? 'talked' : meaning]);
  const type = random.chance(0.18) ? 'inbound' : 'outbound';
  return { at, type, status: 'completed', outcome, duration: random.whole(2, 24), notes };
}

function missedCall(random: Random, client: SampleClient, at: number): SampleCall {
  const status = random.weighted({ 'no-answer': 60, busy: 25, voicemail: 15 });
  const notes = random.chance(0.5) ? random.pick(client.calls.missed) : null;
  const duration = status === 'voicemail' ? 1 : 0;
  return { at, type: 'outbound', status, outcome: null, duration, notes };
}

/** The probability that an open lead has a planned next step. */
const PLANNED: Readonly<Record<string, number>> = { new: 0.25, contacted: 0.75, qualified: 0.9 };

/** The reminders completed by its calls, and the next step of a lead that is still open. */
export function remindersOf(
  random: Random,
  client: SampleClient,
  lead: { status: string; created: number; now: number; calls: readonly SampleCall[] },
): SampleReminder[] {
  const { status, created, now, calls } = lead;
  const remind = (after: SampleCall | undefined, due: number, completed: number | null) => ({
    title: random.pick(client.reminders),
    description: after?.notes ?? null,
    made: after?.at ?? created,
    due,
    completed,
  });
  const kept = calls.slice(1).flatMap((call, index) => {
    const due = Math.floor(call.at / (30 * MINUTE)) * 30 * MINUTE;
    const reminder = remind(calls[index], due, Math.min(now, call.at + call.duration * MINUTE));
    return random.chance(0.6) && due > reminder.made ? [reminder] : [];
  });
  if (statusMeaning(status) !== 'open' || !random.chance(PLANNED[status] ?? 1)) return kept;
  const last = calls.at(-1);
  const open = [remind(last, nextStep(random, last?.at ?? created, now), null)];
  if (random.chance(0.08)) {
    open.push(remind(last, diarySlot(random, workday(dayNumber(now) + random.whole(29, 40))), null));
  }
  return [...kept, ...open];
}

/**
 * The time of a next step: some are overdue, some due today, most this week or later; never before the
 * reminder was created.
 */
function nextStep(random: Random, made: number, now: number): number {
  const today = dayNumber(now);
  const when = random.weighted({ overdue: 16, today: 13, week: 44, later: 27 });
  if (when === 'overdue' || when === 'today') {
    const day = when === 'today' ? today : workday(today - random.whole(1, 12));
    const due = diarySlot(random, day);
    if (due > made) return due;
  }
  const days = when === 'later' ? random.whole(8, 27) : random.whole(1, 7);
  return diarySlot(random, workday(today + days));
}

/** Age in whole days. */
export const ageInDays = (created: number, now: number) => Math.floor((now - created) / DAY);
