import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { databaseUrl, openTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { openStream } from '#test/event-stream.ts';
import { startMailbox } from '#test/mailbox.ts';
import type { Mailbox } from '#test/mailbox.ts';
import {
  SUPERADMIN,
  endServer,
  newDataFolder,
  removeDataFolder,
  send,
  signInOver,
  startServer,
} from '#test/process.ts';
import type { ServerProcess } from '#test/process.ts';

let database: TestDatabase;
let box: Mailbox;
let servers: ServerProcess[] = [];
let token: string;
let userId: string;
let leadId: string;
let clientId: string;
const folder = newDataFolder();

/** Two processes of one installation on one database, with a mail server. */
async function startBoth(): Promise<ServerProcess[]> {
  const settings = {
    DATABASE_URL: databaseUrl(database.owner),
    SMTP_HOST: box.config.host,
    SMTP_PORT: String(box.config.port),
    SMTP_TLS: 'none',
    SMTP_FROM: box.config.from,
  };
  // One after the other: the first migrates.
  const first = await startServer(folder, settings);
  return [first, await startServer(folder, settings)];
}

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

/** Plans a follow-up of the superadmin, so many milliseconds ahead; answers when it is due. */
async function plan(title: string, ahead: number): Promise<number> {
  const due = Date.now() + ahead;
  const body = { lead_id: leadId, user_id: userId, title, reminder_date: new Date(due).toISOString() };
  const reply = await send(one(), 'POST', '/reminders', token, body);
  assert.equal(reply.status, 201, reply.message);
  return due;
}

test('a write through one server is told by the other; a follow-up fires once in page and mail', async () => {
  const streams = await Promise.all(servers.map(async ({ address }) => await openStream(address, token)));
  await plan('Once', 1500);
  await streams[1]?.until(({ type }) => type === 'changed');
  const isDue = () => streams.flatMap((stream) => stream.events()).filter(({ type }) => type === 'due');
  await Promise.race(streams.map(async (stream) => await stream.until(({ type }) => type === 'due', 10_000)));
  await box.until(() => subjects().length > 0);
  // The mail of a second firing would have come before the one written now.
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

test('what comes due while every server is dead fires after the restart, late but once', async () => {
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

test('a field added through one server is known to the other as soon as the other has heard of it', async () => {
  const path = `/leads?clientId=${clientId}`;
  const create = async (more: object) => await send(other(), 'POST', path, token, { name: 'Ravi', ...more });
  // The other server remembers the fields as they are.
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
