import { setTimeout as wait } from 'node:timers/promises';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { seeded } from '#server/sample/random.ts';
import type { Random } from '#server/sample/random.ts';
import { SUPERADMIN, send } from '#test/servers/process.ts';
import type { Answer, ServerProcess } from '#test/servers/process.ts';
import { FORM_TYPE, formOf } from '#test/input/upload.ts';
import type { Installation } from './installation.ts';
import type { Ledger, LedgerClient } from './ledger.ts';

const WRITERS = 6;
/** Milliseconds. The write limit per user allows one every half second. */
const PAUSE = 520;
const AFTER_FAILURE = 300;
/** Milliseconds. No call takes this long, so one without a response by then counts as lost. */
const ANSWER_WITHIN = 100_000;
const FEWEST_CLIENTS = 2;
const MOST_CLIENTS = 5;

/** Signed out by a restart, removed meanwhile, changed meanwhile, too many requests, unavailable. */
const EXPECTED = [401, 404, 409, 429, 503];

type Outcome = { kind: 'done'; data: Record<string, unknown> } | { kind: 'refused' } | { kind: 'unknown' };
type Account = { email: string; password: string };
type Body = object | { form: Buffer };

/** A user at work: signs in where a server responds, and knows whether each call was acknowledged. */
class Person {
  readonly random: Random;
  readonly #at: Installation;
  readonly #ledger: Ledger;
  readonly #account: Account;
  #token = '';

  constructor(at: Installation, ledger: Ledger, seed: number, account: Account) {
    this.#at = at;
    this.#ledger = ledger;
    this.#account = account;
    this.random = seeded(seed);
  }

  async call(method: string, path: string, body?: Body): Promise<Outcome> {
    const running = this.#running();
    if (running.length === 0) return { kind: 'refused' };
    const server = this.random.pick(running);
    let answer: Answer | undefined;
    try {
      answer = await Promise.race([this.#send(server.address, method, path, body), noAnswer()]);
    } catch {
      return { kind: 'unknown' };
    }
    if (!answer) {
      this.#ledger.violation(`${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id')} was never answered`);
      return { kind: 'unknown' };
    }
    this.#ledger.count(`${method} answered ${answer.status}`);
    if (answer.status < 300) return { kind: 'done', data: (answer.data ?? {}) as Record<string, unknown> };
    if (answer.status === 401) await this.#signIn();
    const what = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id')}: ${answer.status} ${answer.message}`;
    if (answer.message.startsWith('Something went wrong')) this.#ledger.violation(what);
    else if (!EXPECTED.includes(answer.status)) this.#ledger.note(what);
    return { kind: answer.status < 500 ? 'refused' : 'unknown' };
  }

  async #send(address: string, method: string, path: string, body?: Body): Promise<Answer> {
    const server = { address } as Parameters<typeof send>[0];
    if (!body || !('form' in body)) return await send(server, method, path, this.#token, body);
    const reply = await fetch(`${address}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': FORM_TYPE },
      body: new Uint8Array(body.form),
    });
    const { data, message = '' } = (await reply.json()) as { data?: unknown; message?: string };
    return { status: reply.status, headers: reply.headers, data, total: undefined, message };
  }

  #running(): ServerProcess[] {
    return this.#at.servers.filter((server) => server !== undefined);
  }

  async #signIn(): Promise<void> {
    const running = this.#running();
    if (running.length === 0) return;
    const server = this.random.pick(running);
    const answer = await send(server, 'POST', '/auth/login', '', this.#account).catch(() => undefined);
    if (answer?.status === 200) this.#token = (answer.data as { accessToken: string }).accessToken;
  }
}

type Staff = { registrar: Person; writers: Person[] };

const noAnswer = async (): Promise<undefined> => await wait(ANSWER_WITHIN, undefined, { ref: false });

/** The users and initial clients, before any fault. */
export async function prepare(at: Installation, ledger: Ledger, seed: number): Promise<Staff> {
  const registrar = new Person(at, ledger, seed, SUPERADMIN);
  while (ledger.living().length < FEWEST_CLIENTS) await addClient(registrar, ledger);
  const writers: Person[] = [];
  for (let index = 1; index <= WRITERS; index += 1)
    writers.push(await newWriter(at, registrar, ledger, seed + index));
  return { registrar, writers };
}

/** Works until `signal`; every acknowledged change, and every one that may have been made, is in the ledger. */
export async function work(
  { registrar, writers }: Staff,
  ledger: Ledger,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([
    until(signal, async () => await register(registrar, ledger), 2000),
    ...writers.map(async (writer) => await until(signal, async () => await write(writer, ledger), PAUSE)),
  ]);
}

async function until(signal: AbortSignal, step: () => Promise<unknown>, pause: number): Promise<void> {
  while (!signal.aborted) {
    await step();
    await wait(pause);
  }
}

async function newWriter(at: Installation, registrar: Person, ledger: Ledger, seed: number): Promise<Person> {
  const account = { email: `writer${seed}@example.com`, password: 'staple-battery-horse-27' };
  const names = { firstName: 'Writer', lastName: String(seed) };
  const created = await registrar.call('POST', '/users', {
    ...names,
    ...account,
    roleId: ROLE_IDS.superadmin,
  });
  if (created.kind !== 'done') throw new Error('The people of the torture could not be made.');
  return new Person(at, ledger, seed, account);
}

async function register(registrar: Person, ledger: Ledger): Promise<void> {
  const living = ledger.living();
  const isMany = living.length >= MOST_CLIENTS;
  if (!isMany && (living.length <= FEWEST_CLIENTS || registrar.random.chance(0.5)))
    await addClient(registrar, ledger);
  else await removeClient(registrar, ledger, registrar.random.pick(living));
}

async function addClient(registrar: Person, ledger: Ledger): Promise<void> {
  const schemaName = ledger.newSchema();
  const outcome = await registrar.call('POST', '/clients', { clientName: schemaName, schemaName });
  const id = outcome.kind === 'done' ? (outcome.data['client'] as { id: string }).id : undefined;
  ledger.added(schemaName, id, outcome.kind);
  if (outcome.kind !== 'done') await wait(AFTER_FAILURE);
}

async function removeClient(registrar: Person, ledger: Ledger, client: LedgerClient): Promise<void> {
  client.isLeaving = true;
  const outcome = await registrar.call('DELETE', `/clients/${client.id}`);
  ledger.removed(client, outcome.kind);
}

const WEIGHTS = { lead: 4, score: 4, call: 2, reminder: 2, bulk: 1, import: 1, undo: 1 };

async function write(writer: Person, ledger: Ledger): Promise<void> {
  const { random } = writer;
  const clients = ledger.inUse();
  if (clients.length === 0) return;
  const client = random.pick(clients);
  const own = client.leadsOf(writer);
  const kind = own.length === 0 ? 'lead' : random.weighted(WEIGHTS);
  const done = await WRITES[kind](writer, client, ledger);
  if (!done) await wait(AFTER_FAILURE);
}

type Write = (writer: Person, client: LedgerClient, ledger: Ledger) => Promise<boolean>;
const idOf = ({ data }: { data: Record<string, unknown> }) => String(data['id']);

/** The writes; each returns whether the server acknowledged a change. */
const WRITES: Readonly<Record<keyof typeof WEIGHTS, Write>> = {
  lead: async (writer, client, ledger) => {
    const lead_score = writer.random.whole(0, 100);
    const body = { name: ledger.newName(), lead_score, value: lead_score };
    const outcome = await writer.call('POST', `/leads?clientId=${client.id}`, body);
    if (outcome.kind === 'done') client.addLead(writer, idOf(outcome), lead_score);
    return outcome.kind === 'done';
  },
  score: async (writer, client) => {
    const id = writer.random.pick(client.leadsOf(writer));
    const lead_score = writer.random.whole(0, 100);
    const outcome = await writer.call('PATCH', `/leads/${id}/score`, { lead_score });
    client.scored([id], lead_score, outcome.kind);
    return outcome.kind === 'done';
  },
  bulk: async (writer, client) => {
    const lead_ids = client.leadsOf(writer);
    const lead_score = writer.random.whole(0, 100);
    const outcome = await writer.call('POST', '/leads/bulk-update', { lead_ids, updates: { lead_score } });
    const isWhole = outcome.kind === 'done' && outcome.data['updated'] === lead_ids.length;
    client.scored(lead_ids, lead_score, outcome.kind === 'done' && !isWhole ? 'unknown' : outcome.kind);
    return isWhole;
  },
  call: async (writer, client) => {
    const lead_id = writer.random.pick(client.leadsOf(writer));
    const outcome = await writer.call('POST', '/call-logs', { lead_id, duration: 5, notes: 'Spoke' });
    if (outcome.kind === 'done') client.rows.push({ table: 'call_logs', id: idOf(outcome) });
    return outcome.kind === 'done';
  },
  reminder: async (writer, client) => {
    const lead_id = writer.random.pick(client.leadsOf(writer));
    const body = {
      lead_id,
      title: 'Call back',
      reminder_date: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const outcome = await writer.call('POST', '/reminders', body);
    if (outcome.kind === 'done') client.rows.push({ table: 'reminders', id: idOf(outcome) });
    return outcome.kind === 'done';
  },
  import: async (writer, client, ledger) => {
    const prefix = `${ledger.newName()}_`;
    const rows = writer.random.whole(20, 400);
    const lines = Array.from({ length: rows }, (_, row) => `${prefix}${row},${prefix}${row}@example.com`);
    const form = formOf({ content: ['Name,Email', ...lines].join('\n') });
    const imported = client.beginImport(writer, prefix, rows);
    const outcome = await writer.call('POST', `/leads/import?clientId=${client.id}`, { form });
    imported.state =
      outcome.kind === 'done' ? 'there' : outcome.kind === 'refused' ? 'gone' : 'all or nothing';
    if (outcome.kind === 'done') imported.operation = String(outcome.data['operation_id']);
    return outcome.kind === 'done';
  },
  undo: async (writer, client) => {
    const imported = client.importOf(writer);
    if (!imported) return true;
    const outcome = await writer.call('POST', `/operations/${imported.operation}/undo`);
    if (outcome.kind === 'done') imported.state = 'gone';
    if (outcome.kind === 'unknown') imported.state = 'some';
    return outcome.kind === 'done';
  },
};
