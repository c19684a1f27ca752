import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportEvent } from '#shared/leads/lead-import.ts';
import { crmExport, csv, HEADERS } from '#test/input/crafted-files.ts';
import {
  endServer,
  newDataFolder,
  postmasterOf,
  removeDataFolder,
  send,
  settledDataFolder,
  signInOver,
  startServer,
} from '#test/servers/process.ts';
import type { ServerProcess } from '#test/servers/process.ts';
import { FORM_TYPE, formOf } from '#test/input/upload.ts';

/** Written in three steps, of which the first takes the progress beyond 70 percent. */
const ROWS = 11_000;
/** Milliseconds between two tries, to stay below the limit of requests per minute. */
const PAUSE = 100;
const FILE = formOf({ content: csv([HEADERS, ...crmExport(ROWS)]) });

const dataDir = settledDataFolder();
let server: ServerProcess;
let token: string;
let clientId: string;
before(async () => {
  server = await startServer(dataDir);
  token = await signInOver(server);
  const created = await send(server, 'POST', '/clients', token, { clientName: 'Crash', schemaName: 'crash' });
  clientId = (created.data as { client: { id: string } }).client.id;
  const lead = await send(server, 'POST', `/leads?clientId=${clientId}`, token, {
    name: 'Before',
    status: 'converted',
    value: 5,
  });
  assert.equal(lead.status, 201, lead.message);
});
after(async () => {
  await endServer(server, 'SIGTERM');
  removeDataFolder(dataDir);
});

/**
 * Imports the large file and calls `at` with each event; returns all events, whatever happens to the
 * connection.
 */
async function importing(at: (event: ImportEvent) => void): Promise<ImportEvent[]> {
  const events: ImportEvent[] = [];
  try {
    const reply = await fetch(`${server.address}/api/leads/import?clientId=${clientId}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': FORM_TYPE,
        accept: 'application/x-ndjson',
      },
      body: new Uint8Array(FILE),
    });
    assert.ok(reply.body);
    for await (const line of createInterface(Readable.fromWeb(reply.body as never))) {
      const event = JSON.parse(line) as ImportEvent;
      events.push(event);
      at(event);
    }
  } catch {
    // The server took the connection down with it.
  }
  return events;
}

const isWriting = (event: ImportEvent, percent: number) =>
  event.type === 'progress' && event.phase === 'writing' && event.percent >= percent;
const isResult = (event: ImportEvent) => event.type === 'result';

/** Polls until the server serves again, at most ten seconds after the database accepts connections. */
async function ready(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await send(server, 'GET', '/health').catch(() => undefined);
    if (answer?.status === 200) return;
    assert.ok(answer === undefined || answer.status === 503, `health answered ${answer?.status}`);
    await wait(PAUSE);
  }
  assert.fail('The server does not get ready again.');
}

/** All rows exist or none, and the counters, the list and the statistics agree. */
async function assertWhole(imports: number): Promise<void> {
  const total = 1 + imports * ROWS;
  const list = await send(server, 'GET', `/leads?client_id=${clientId}&page=1&limit=12`, token);
  assert.deepEqual([list.status, list.total], [200, total], list.message);
  const searched = await send(server, 'GET', `/leads?client_id=${clientId}&search=armyspy&page=1`, token);
  assert.equal(searched.total, imports === 0 ? 0 : 1000);
  const stats = await send(server, 'GET', `/leads/stats?clientId=${clientId}`, token);
  const { total_leads, converted_leads, revenue } = stats.data as Record<string, number>;
  assert.deepEqual([total_leads, converted_leads, revenue], [total, 1, 5]);
  const every = await fetch(`${server.address}/api/leads?client_id=${clientId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(((await every.json()) as { data: unknown[] }).data.length, total);
}

test('kill -9 of the server during an import leaves nothing of it after the restart', async () => {
  let killed: Promise<void> | undefined;
  const events = await importing((event) => {
    if (isWriting(event, 70)) killed ??= endServer(server, 'SIGKILL');
  });
  assert.ok(killed && !events.some(isResult), 'the server was killed while it wrote');
  await killed;
  server = await startServer(dataDir);
  await ready();
  await assertWhole(0);
});

test('a signed-in user stays signed in over the restart', async () => {
  const me = await send(server, 'GET', '/auth/me', token);
  assert.equal(me.status, 200, me.message);
});

test('kill -9 of the database during an import: the server returns 503, recovers, and has all rows or none', async () => {
  let killed = false;
  const events = await importing((event) => {
    if (killed || !isWriting(event, 70)) return;
    killed = true;
    process.kill(postmasterOf(server), 'SIGKILL');
  });
  assert.ok(killed && !events.some(isResult));
  const failure = events.at(-1);
  assert.ok(failure?.type === 'failure', JSON.stringify(failure));
  assert.deepEqual([failure.status, failure.code], [503, 'unavailable']);
  await ready();
  assert.equal(server.child.exitCode, null);
  await assertWhole(0);
});

test('while the database is down a bearer token gets 503, never 401, and works afterwards', async () => {
  const statuses = new Set<number>();
  process.kill(postmasterOf(server), 'SIGKILL');
  let back = false;
  for (let tries = 0; tries < 300 && !back; tries += 1) {
    const replies = await Promise.all([
      send(server, 'GET', '/auth/me', token),
      send(server, 'GET', `/leads?page=1&client_id=${clientId}`, token),
      send(server, 'POST', `/leads?clientId=${clientId}`, token, { name: '' }),
    ]);
    for (const { status, headers } of replies) {
      statuses.add(status);
      if (status === 503) assert.ok(Number(headers.get('retry-after')) > 0);
    }
    await wait(PAUSE);
    back = statuses.has(503) && replies.every(({ status }) => status !== 503);
  }
  assert.ok(back);
  assert.deepEqual(
    [...statuses].toSorted((one, other) => one - other),
    [200, 422, 503],
  );
  await assertWhole(0);
});

test('after all that an undisturbed import adds every row, and no upload leaves anything', async () => {
  const events = await importing(() => {});
  assert.ok(events.some(isResult), JSON.stringify(events.at(-1)));
  await assertWhole(1);
  await endServer(server, 'SIGTERM');
  assert.equal(server.child.exitCode, 0);
  server = await startServer(dataDir);
  await assertWhole(1);
  const uploads = readdirSync(join(dataDir, 'uploads'), { recursive: true, encoding: 'utf8' });
  // Only the running process's folder is left, and none of a killed one.
  assert.match(uploads.join(' '), new RegExp(`^[^ ]+-${server.child.pid}-[^ ]+$`));
});

test('a first start whose port is taken reports it, and creates neither database nor accounts', async (t) => {
  const empty = newDataFolder();
  t.after(() => removeDataFolder(empty));
  const { port } = new URL(server.address);
  const sentence = `Port ${port} is in use. Stop what uses it, or set PORT to another number.`;
  await assert.rejects(startServer(empty, { PORT: port }), (error: Error) =>
    error.message.includes(sentence),
  );
  assert.deepEqual(readdirSync(empty), []);
});
