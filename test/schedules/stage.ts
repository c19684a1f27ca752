import { auth } from '#shared/accounts/auth.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { reminders } from '#shared/activities/reminders.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import type { Database } from '#server/db/database.ts';
import { isBusy } from '#server/db/pool/busy.ts';
import type { Reply } from '#test/app.ts';
import type { Clock } from '#test/schedules/clock.ts';
import type { Ground } from '#test/schedules/ground.ts';
import type { Input, Server } from '#test/schedules/server.ts';
import { PASSWORD } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

/** The rows that the acts of one schedule work on: two leads, their follow-ups, and an operation that can be undone. */
export type Stage = {
  server: Server;
  clock: Clock;
  client: TestClient;
  superadmin: Person;
  ground: Ground;
  /** Tells the rows of this schedule from those of others. */
  number: number;
  leads: [string, string];
  reminders: [string, string];
  operation: string;
  /** A lead in the trash, and the operation that moved it there. */
  trashed: { id: string; operation: string };
  /** A lead that was merged into another, and the operation. */
  merged: { id: string; kept: string; operation: string };
  /** The kinds of rows that some act of this schedule removes, so that others may not find them. */
  removes: { leads: boolean; reminders: boolean };
  /** The answer to each act that makes a row, by the text that its row carries. */
  created: Map<string, 'acknowledged' | 'refused' | 'unknown'>;
  /** Answers that no act may get. */
  wrong: string[];
  /** How often each thing that happens once was accepted: an edit of a version, an undo. */
  accepted: Map<string, number>;
  /** Accepted things that may happen again. */
  done: Set<string>;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The number that all rows of a schedule carry. */
const phoneOf = (number: number) => `+9198${String(number).padStart(8, '0')}`;

/** When the follow-ups that acts plan are due: some leaps of the clock pass it. */
export const soon = (stage: Stage) => stage.clock.in(HOUR);

type Of = Pick<Stage, 'server' | 'clock' | 'client' | 'superadmin' | 'ground' | 'number'>;

/** Makes the rows that the drawn acts work on; `hasLeads`: some of them are about leads. */
export async function setStage(of: Of, drawn: readonly string[], hasLeads: boolean): Promise<Stage> {
  const isDrawn = (which: RegExp) => drawn.some((act) => which.test(act));
  const rows = hasLeads ? await makeRows(of, isDrawn) : NOTHING;
  return {
    ...of,
    ...rows,
    removes: { leads: isDrawn(/^(?:delete$|delete both|merge)/), reminders: isDrawn(/^delete/) },
    created: new Map(),
    wrong: [],
    accepted: new Map(),
    done: new Set(),
  };
}

type Rows = Pick<Stage, 'leads' | 'reminders' | 'operation' | 'trashed' | 'merged'>;
const NO_MERGE = { id: '', kept: '', operation: '' };
const NOTHING: Rows = {
  leads: ['', ''],
  reminders: ['', ''],
  operation: '',
  trashed: { id: '', operation: '' },
  merged: NO_MERGE,
};

async function makeRows(of: Of, isDrawn: (which: RegExp) => boolean): Promise<Rows> {
  const { server, clock, client, superadmin, number } = of;
  const { admin, manager, rep } = client;
  const told = async <E extends Endpoint>(person: Person, endpoint: E, input: Input) => {
    const reply = await server.call(endpoint, input, person.token);
    if (!reply || reply.status >= 300)
      throw new Error(`${endpoint.path} answered ${reply?.status} ${reply?.text}`);
    return reply.body.data;
  };
  const lead = async (name: string, more: object = {}) =>
    (await told(manager, leads.create, { body: { name: `${name} ${number}`, ...more } })).id;
  const own = { assigned_to: rep.id, phone: phoneOf(number) };
  const both: Rows['leads'] = [await lead('Asha', own), await lead('Bina', own)];
  const repeat = { every: 1, unit: 'day' as const, until: null };
  const plan = async (lead_id: string, at: number) => {
    const body = { lead_id, title: `Call back ${number}`, reminder_date: clock.in(at), repeat };
    return (await told(rep, reminders.create, { body })).id;
  };
  const remove = async (id: string) => {
    const { operation_id: operation } = await told(admin, leads.remove, { params: { id } });
    return { id, operation };
  };
  const merge = async (kept: string, id: string) => {
    const input = { params: { id: kept }, body: { lead_id: id } };
    return { id, kept, operation: (await told(admin, leadDuplicates.merge, input)).operation_id };
  };
  const rows: Rows = {
    ...NOTHING,
    leads: both,
    // The first is overdue when the acts begin, the second is due after a leap of the clock.
    reminders: [await plan(both[0], -MINUTE), await plan(both[1], 3 * MINUTE)],
    trashed: isDrawn(/the delet(?:ion|ed)$/) ? await remove(await lead('Chitra')) : NOTHING.trashed,
    merged: isDrawn(/the merged?$/) ? await merge(await lead('Dev'), await lead('Esha')) : NO_MERGE,
  };
  if (!isDrawn(/^(?:change both|delete both|undo)$/)) return rows;
  // Superadmins find the client of a lead and of an operation by the mirror.
  await server.follow(client.id);
  const body = { lead_ids: both, updates: { lead_score: 40 } };
  const { operation_ids } = await told(superadmin, leadBulk.update, { body });
  await server.follow(client.id);
  return { ...rows, operation: operation_ids[0] ?? '' };
}

/** An endpoint, its input, and who calls it: a person, or anybody. */
export type Call = [endpoint: Endpoint, input: Input, person?: Person];
const FINE = [200, 201, 409, 412, 503];
/** How often a page asks when it gets no answer. */
const TRIES = 4;

/** The answer to a call, and whether an earlier sending may have taken effect. */
type Answer = { status: number; text: string; isRepeated: boolean };

/** Sends a call; one without an answer is sent again with the same key, as a page does. */
async function reach(stage: Stage, name: string, [endpoint, input, person]: Call): Promise<Answer> {
  const headers = { 'idempotency-key': name.replaceAll(' ', '-'), ...input.headers };
  let isRepeated = false;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const reply: Reply<Endpoint> | undefined = await stage.server.call(
      endpoint,
      { ...input, headers },
      person?.token,
    );
    // A leap of the clock ends sessions, and proofs of who somebody is.
    if (person && reply && (reply.status === 401 || reply.text.includes('"fresh_proof_required"')))
      await signInAgain(stage, person);
    else if (reply && reply.status !== 503) return { status: reply.status, text: reply.text, isRepeated };
    else isRepeated = true;
  }
  return { status: 503, text: '', isRepeated };
}

/** Gives a person whose session has ended a new one. Returns whether the server let them in. */
export async function signInAgain({ server }: Stage, person: Person): Promise<boolean> {
  const body = { email: person.email, password: PASSWORD };
  const reply = await server.call(auth.login, { body });
  if (reply?.status !== 200) return false;
  person.token = reply.body.data.accessToken;
  return true;
}

/** Sends a call whose answer may only be one of the usual ones. */
export async function send(stage: Stage, name: string, call: Call): Promise<Answer> {
  const answer = await reach(stage, name, call);
  const { path } = call[0];
  const { leads: noLead, reminders: noReminder } = stage.removes;
  const mayBeGone = path.startsWith('/reminders/:id')
    ? noReminder
    : noLead || path === leadTrash.restore.path;
  if (!FINE.includes(answer.status) && !(answer.status === 404 && mayBeGone))
    stage.wrong.push(`${name}: ${answer.status} ${answer.text}`);
  return answer;
}

/** Sends a call that may be refused with one of these as well. */
export async function sendUnless(
  stage: Stage,
  name: string,
  refusals: readonly number[],
  call: Call,
): Promise<Answer> {
  const answer = await reach(stage, name, call);
  if (![...FINE, ...refusals].includes(answer.status))
    stage.wrong.push(`${name}: ${answer.status} ${answer.text}`);
  return answer;
}

/** An act of which only one may succeed. An undo that finds every lead changed restores none, and may be tried again. */
export async function sendOnce(stage: Stage, what: string, name: string, call: Call): Promise<void> {
  const { status, text } = await send(stage, name, call);
  if (status === 200 && !text.includes('"restored":0')) note(stage, what);
}

export function note({ accepted }: Stage, what: string): void {
  accepted.set(what, (accepted.get(what) ?? 0) + 1);
}

/** An act that makes one row, which carries its name. */
export async function make(stage: Stage, name: string, call: Call): Promise<void> {
  stage.created.set(name, 'unknown');
  const { status, isRepeated } = await send(stage, name, call);
  const refused = isRepeated || status === 503 ? 'unknown' : 'refused';
  stage.created.set(name, status < 300 ? 'acknowledged' : refused);
}

/** Work of the server itself. The next round repeats what could not be done. */
export async function inBackground(
  { server }: Stage,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  await server.run(work).catch((error: unknown) => {
    if (!isBusy(error) && !/connection|terminat/i.test(String(error))) throw error;
  });
}
