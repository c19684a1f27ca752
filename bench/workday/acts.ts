import { list } from './calls.ts';
import type { Call, Rep } from './calls.ts';

/** One after the other: the requests that the page makes for an act of its user. */
export type Act = readonly Call[];

const one = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;
const read = (path: string): Call => ({ method: 'GET', path: `/api${path}` });
const day = () => read('/reminders/day');
const page = (id: string) => read(`/leads/${id}/page`);
const around = (id: string) => read(`/leads/${id}/neighbours?pages=true`);
/**
 * The reads that once followed each write, again and again, when the page knew neither the rows of a response
 * nor its own changes.
 */
const ECHOES = [
  list,
  () => read('/dashboard/'),
  () => read('/notifications/unread'),
  () => read('/targets/own'),
];

/** The acts of a rep's day with their shares, and the requests that each took before. */
const ACTS: readonly [share: number, before: number, requests: (rep: Rep) => Act][] = [
  [30, 1, () => [list()]],
  [20, 5, ({ leads }) => opened(one(leads))],
  [15, 5, ({ leads }) => [around(one(leads))]],
  [12, 16, ({ leads }) => [call(one(leads)), page(one(leads))]],
  [8, 9, ({ followUps }) => [snooze(one(followUps)), day()]],
  [7, 4, ({ leads }) => noted(one(leads))],
  [4, 9, ({ leads }) => [status(one(leads)), list()]],
  [4, 1, () => [day()]],
];
const ALL = ACTS.reduce((sum, [share]) => sum + share, 0);

/** The requests of a user's next act: as the page makes them, or as it did before. */
export function nextAct(rep: Rep, as: 'now' | 'before'): Act {
  let at = Math.random() * ALL;
  for (const [share, before, requests] of ACTS) {
    at -= share;
    if (at < 0) return as === 'now' ? requests(rep) : padded(requests(rep), before);
  }
  return [list()];
}

/** Requests per act, over a day. */
export function requestsOfAct(rep: Rep, as: 'now' | 'before'): number {
  const sum = ACTS.reduce((total, [share, before, requests]) => {
    const now = requests(rep).length;
    return total + share * (as === 'now' ? now : Math.max(before, now));
  }, 0);
  return sum / ALL;
}

const padded = (requests: Act, most: number): Act => [
  ...requests,
  ...Array.from({ length: Math.max(0, most - requests.length) }, (_, turn) =>
    (ECHOES[turn % ECHOES.length] as () => Call)(),
  ),
];

const opened = (id: string): Act => [page(id), around(id)];
const noted = (id: string): Act => [
  { method: 'POST', path: `/api/leads/${id}/notes`, body: { body: 'Wants a quote.' } },
  page(id),
];
const call = (lead_id: string): Call => ({
  method: 'POST',
  path: '/api/call-logs',
  body: { lead_id, duration: 0, call_status: 'no-answer', notes: 'Nobody answered' },
});
const snooze = (id: string): Call => ({
  method: 'PUT',
  path: `/api/reminders/${id}`,
  body: { reminder_date: new Date(Date.now() + 3_600_000 * (1 + Math.random())).toISOString() },
});
const status = (id: string): Call => ({
  method: 'PATCH',
  path: `/api/leads/${id}/status`,
  body: { status: one(['new', 'contacted', 'follow_up']) },
});
