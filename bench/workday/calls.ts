import { STATUSES } from '../lead-rows.ts';

/** A user at work: a token, and leads and open follow-ups of the same client. */
export type Rep = { token: string; leads: readonly string[]; followUps: readonly string[] };
export type Call = { method: 'GET' | 'POST' | 'PUT' | 'PATCH'; path: string; body?: object };

const one = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const lead = ({ leads }: Rep) => one(leads);
const read = (path: string): Call => ({ method: 'GET', path: `/api${path}` });
const NAMES = ['asha', 'patel', 'traders', 'kumar s', '98450', 'rohan', 'motors', 'iyer'];
const LISTS = [
  '',
  '&status=new',
  '&status=follow_up',
  '&assigned_to=me',
  '&sort_by=value',
  '&source=website',
];

let counter = 0;

/** A page of the list, as a sales rep opens it. */
export const list = (): Call => read(`/leads?page=${one([1, 1, 1, 2, 3])}&limit=12${one(LISTS)}`);

/** The calls of a sales rep's day with their shares: half lists, a fifth opened leads, then the work on them. */
const SHARES: readonly [share: number, call: (rep: Rep) => Call][] = [
  [50, list],
  [20, (rep) => read(`/leads/${lead(rep)}/page`)],
  [5, () => read(`/leads?page=1&limit=12&search=${encodeURIComponent(one(NAMES))}`)],
  [4, () => read('/dashboard/')],
  [4, () => read('/reminders/day')],
  [3, () => read('/reminders?page=1&limit=12&user_id=me')],
  [5, (rep) => ({ method: 'PATCH', path: `/api/leads/${lead(rep)}/status`, body: statusChange() })],
  [5, (rep) => ({ method: 'POST', path: '/api/call-logs', body: callWithFollowUp(lead(rep)) })],
  [4, () => ({ method: 'POST', path: '/api/leads', body: newLead() })],
];
const ALL = SHARES.reduce((sum, [share]) => sum + share, 0);

/** The next call of a user's day. */
export function nextCall(rep: Rep): Call {
  let at = Math.random() * ALL;
  for (const [share, call] of SHARES) {
    at -= share;
    if (at < 0) return call(rep);
  }
  return list();
}

const statusChange = () => ({ status: one(STATUSES), lost_reason: 'price' });

const callWithFollowUp = (lead_id: string) => ({
  lead_id,
  duration: 4,
  call_outcome: 'follow-up-required',
  notes: 'Wants the price list again.',
  reminder: { title: 'Call again', reminder_date: new Date(Date.now() + 86_400_000).toISOString() },
});

function newLead() {
  counter += 1;
  return { name: `Meena Iyer ${counter}`, email: `meena.${counter}@example.com`, source: 'referral' };
}
