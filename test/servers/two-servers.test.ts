import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { RATES } from '#server/http/rates/rate-limits.ts';
import { databaseUrl, openTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { openStream } from '#test/messages/event-stream.ts';
import { startMailbox } from '#test/messages/mailbox.ts';
import type { Mailbox } from '#test/messages/mailbox.ts';
import {
  SUPERADMIN,
  endServer,
  newDataFolder,
  removeDataFolder,
  send,
  signInOver,
  startServer,
} from '#test/servers/process.ts';
import type { ServerProcess } from '#test/servers/process.ts';

let database: TestDatabase;
let box: Mailbox;
let servers: ServerProcess[] = [];
let token: string;
let userId: string;
let leadId: string;
let clientId: string;
const folder = newDataFolder();

const start = async () =>
  await startServer(folder, {
    DATABASE_URL: databaseUrl(database.owner),
    SMTP_HOST: box.config.host,
    SMTP_PORT: String(box.config.port),
    SMTP_TLS: 'none',
    SMTP_FROM: box.config.from,
  });

/**
 * Two processes of one installation on one database, with a mail server; started one after the other, because
 * the first one migrates.
 */
const startBoth = async (): Promise<ServerProcess[]> => [await start(), await start()];

before(async () => {
  database = await openTestDatabase();
  box = await startMailbox();
  servers = await startBoth();
  token = await signInOver(one());
  userId = ((await send(one(), 'GET', '/auth/me', token)).data as { user: { id: string } }).user.id;
  const client = await send(one(), 'POST', '/clients', token, { clientName: 'Two', schemaName: 'two' });
  clientId = (client.data as { client: { id: string } }).client.id;
  const lead = await send(one(), 'POST', `/leads?clientId=${clientId}`, token, { name: 'Asha' });
  leadId = (lead.data as { id: string }).id;
});
after(async () => {
  await Promise.all(servers.map(async (server) => await endServer(server, 'SIGTERM')));
  await box.close();
  await database.close();
  removeDataFolder(folder);
});

const one = () => servers[0] as ServerProcess;
const other = () => servers[1] as ServerProcess;
const subjects = () => box.to(SUPERADMIN.email).map(({ subject }) => subject);

/** Plans a follow-up of the superadmin the given number of milliseconds ahead; returns when it is due. */
async function plan(title: string, ahead: number): Promise<number> {
  const due = Date.now() + ahead;
  const body = { lead_id: leadId, user_id: userId, title, reminder_date: new Date(due).toISOString() };
  const reply = await send(one(), 'POST', '/reminders', token, body);
  assert.equal(reply.status, 201, reply.message);
  return due;
}

test('a write on one server is announced by the other, and a follow-up fires once in page and mail', async () => {
  const streams = await Promise.all(servers.map(async ({ address }) => await openStream(address, token)));
  await plan('Once', 1500);
  await streams[1]?.until(({ type }) => type === 'changed');
  const isDue = () => streams.flatMap((stream) => stream.events()).filter(({ type }) => type === 'due');
  await Promise.race(streams.map(async (stream) => await stream.until(({ type }) => type === 'due', 10_000)));
  await box.until(() => subjects().length > 0);
  // The mail of a second firing would arrive before the event written now.
  const path = `/product-categories?clientId=${clientId}`;
  assert.equal((await send(other(), 'POST', path, token, { name: 'Later' })).status, 201);
  await Promise.all(
    streams.map(
      async (stream) =>
        await stream.until((event) => event.type === 'changed' && event.kinds.includes('products')),
    ),
  );
  assert.equal(isDue().length, 1);
  assert.deepEqual(subjects(), ['Due now: Once']);
  for (const stream of streams) stream.close();
});

test('a repeating follow-up completed on both servers at once is planned again once', async () => {
  const body = {
    lead_id: leadId,
    title: 'Every week',
    reminder_date: new Date(Date.now() + 86_400_000).toISOString(),
    repeat: { every: 1, unit: 'week' },
  };
  const planned = await send(one(), 'POST', '/reminders', token, body);
  assert.equal(planned.status, 201, planned.message);
  const { id } = planned.data as { id: string };
  const answers = await Promise.all(
    [one(), other(), one(), other()].map(
      async (server) => await send(server, 'PATCH', `/reminders/${id}/complete`, token),
    ),
  );
  const said = answers.map(({ status, message }) => `${status} ${message}`);
  assert.ok(
    answers.every(({ status }) => status === 200),
    said.join('\n'),
  );
  const next = answers.map(({ data }) => (data as { next: { id: string } | null }).next?.id);
  assert.ok(next[0] && new Set(next).size === 1, JSON.stringify(next));
  const list = await send(other(), 'GET', `/reminders?lead_id=${leadId}&is_completed=false`, token);
  const open = (list.data as { reminders: { title: string }[] }).reminders;
  assert.equal(open.filter(({ title }) => title === 'Every week').length, 1);
  await send(one(), 'DELETE', `/reminders/${next[0]}`, token);
});

test('a follow-up that comes due while all servers are dead fires after the restart, late but once', async () => {
  const due = await plan('Late', 2000);
  await Promise.all(servers.map(async (server) => await endServer(server, 'SIGKILL')));
  await wait(Math.max(0, due - Date.now()));
  servers = await startBoth();
  await box.until(() => subjects().includes('Due now: Late'));
  const stream = await openStream(one().address, token);
  const said = await stream.until(({ type }) => type === 'due', 10_000);
  assert.ok(said.type === 'due' && said.reminder.title === 'Late');
  const again = await openStream(other().address, token);
  await send(other(), 'PATCH', `/leads/${leadId}/score`, token, { lead_score: 8 });
  await again.until(({ type }) => type === 'changed');
  assert.ok(!again.events().some(({ type }) => type === 'due'));
  assert.equal(subjects().filter((subject) => subject === 'Due now: Late').length, 1);
  stream.close();
  again.close();
});

test('a field added on one server is known to the other once it is notified', async () => {
  const path = `/leads?clientId=${clientId}`;
  const create = async (more: object) => await send(other(), 'POST', path, token, { name: 'Ravi', ...more });
  // The other server caches the current fields.
  assert.equal((await create({})).status, 201);
  const stream = await openStream(other().address, token);
  const body = { title: 'Seats', type: 'number', showTable: true, showForm: true, required: false };
  const added = await send(one(), 'POST', `/configurations/${clientId}/lead_config/fields`, token, body);
  assert.ok(added.status < 300, added.message);
  const { key } = added.data as { key: string };
  await stream.until((event) => event.type === 'changed' && event.kinds.includes('fields'));
  stream.close();
  const reply = await create({ custom: { [key.slice('custom.'.length)]: 7 } });
  assert.equal(reply.status, 201, reply.message);
});

test('a row made through one server is visible at once on the other to a user with access to all clients', async () => {
  const stream = await openStream(other().address, token);
  // Both are running and receive each other's events.
  await send(one(), 'POST', `/products?clientId=${clientId}`, token, { name: 'Sofa' });
  await stream.until((event) => event.type === 'changed' && event.kinds.includes('products'));
  stream.close();
  for (let made = 0; made < 5; made += 1) {
    const lead = await send(one(), 'POST', `/leads?clientId=${clientId}`, token, { name: `Fresh ${made}` });
    const { id } = lead.data as { id: string };
    assert.equal((await send(other(), 'PATCH', `/leads/${id}/score`, token, { lead_score: 7 })).status, 200);
  }
});

test('requests on both servers count together against one rate', async () => {
  let answered = 0;
  for (let status = 200; status !== 429; answered += 1) {
    const server = answered % 2 === 0 ? one() : other();
    ({ status } = await send(server, 'GET', '/health'));
    assert.ok(answered < 2 * RATES.reads.most, 'each server has counted for itself');
  }
  assert.ok(answered > RATES.reads.most, `refused after ${answered}`);
});

/**
 * Opens a connection as proxies keep them, with a request in flight. The returned function finishes that
 * request, sends `probe` over the same connection, and returns all statuses once the server has closed it.
 */
async function holdConnection({ address }: ServerProcess, probe: string): Promise<() => Promise<number[]>> {
  const held = connect(Number(new URL(address).port), '127.0.0.1');
  let said = '';
  held.on('data', (part: Buffer) => (said += part.toString()));
  const isOver = once(held, 'close');
  const headers = 'host: lms\r\ncontent-type: application/json\r\ncontent-length: 2\r\nexpect: 100-continue';
  held.write(`POST /api/auth/login HTTP/1.1\r\n${headers}\r\n\r\n`);
  // The server has started on the request.
  await once(held, 'data');
  return async () => {
    held.write(`{}GET /api/health/${probe} HTTP/1.1\r\nhost: lms\r\n\r\n`);
    await isOver;
    return [...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  };
}

test('a server that stops finishes its work within ten seconds, despite idle connections, while the other serves', async () => {
  const stopping = other();
  // Browsers keep a connection open for live updates.
  const idle = new Agent({ keepAlive: true });
  await new Promise((answered, failed) => {
    const options = { agent: idle, headers: { authorization: `Bearer ${token}` } };
    get(`${stopping.address}/api/auth/me`, options, (answer) => answer.resume().once('end', answered)).once(
      'error',
      failed,
    );
  });
  const stream = await openStream(stopping.address, token);
  const rows = Array.from({ length: 4000 }, (_, n) => `Lead ${n},lead${n}@example.com`);
  const form = new FormData();
  form.set('file', new Blob([`Name,Email\n${rows.join('\n')}\n`], { type: 'text/csv' }), 'leads.csv');
  const answer = await fetch(`${stopping.address}/api/leads/import?clientId=${clientId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' },
    body: form,
  });
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let said = (await reader.read()).value ?? '';
  assert.match(said, /progress/);
  const held = await Promise.all(
    ['live', 'ready'].map(async (probe) => await holdConnection(stopping, probe)),
  );
  const since = performance.now();
  const ended = once(stopping.child, 'exit');
  stopping.child.kill('SIGTERM');
  await stream.ended(5000);
  const answers = await Promise.all(held.map(async (goOn) => await goOn()));
  assert.deepEqual(answers, [
    [100, 422, 200],
    [100, 422, 503],
  ]);
  for (let part = await reader.read(); !part.done; part = await reader.read()) said += part.value;
  assert.equal((await send(one(), 'GET', '/auth/me', token)).status, 200);
  assert.deepEqual(await ended, [0, null]);
  assert.ok(performance.now() - since < 10_000);
  assert.match(said, /"type":"result".*"inserted":4000/);
  const { rows: stored } = await database.database.onOwner(
    async (owner) => await owner.query<{ leads: number }>('SELECT count(*) AS leads FROM two.leads'),
  );
  assert.ok((stored[0]?.leads ?? 0) >= 4000);
  // Users with access to all clients see the rows once one of the servers has mirrored them.
  const seen = async () => (await send(one(), 'GET', '/leads?limit=1&page=1', token)).total ?? 0;
  for (const until = performance.now() + 20_000; (await seen()) < 4000 && performance.now() < until;)
    await wait(100);
  assert.ok((await seen()) >= 4000);
  stream.close();
  idle.destroy();
});
