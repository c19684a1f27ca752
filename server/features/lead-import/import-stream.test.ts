import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { leadImport } from '#shared/leads/lead-import.ts';
import type { ImportEvent } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import { countingErrors } from '#test/rows/counters.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { countsOf, FORM_TYPE, formOf, importEvents, importFile } from '#test/input/upload.ts';
import { createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';
import { crmExport, csv, HEADERS } from '#test/input/crafted-files.ts';

const { app, world } = await withWorld();
before(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
});

/** Milliseconds between two looks at what is in progress. */
const LOOK = 20;
let clients = 0;
const newClient = async (): Promise<TestClient> => await createTestClient(app, `client_${++clients}`);
/** Leftover uploads in this process's folder. */
const leftovers = () =>
  readdirSync(join(app.config.dataDir, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('/'),
  );
const totalOf = async (client: TestClient) =>
  (await app.call(leads.list, { query: { page: '1', show_all: 'true' } }, client.manager.token)).body
    .pagination.total;

test('an import stream reports its progress, lists refused and skipped rows with their cells, and ends with the result', async () => {
  const client = await newClient();
  const rows = [
    ['Name', 'Email'],
    ...Array.from({ length: 12_000 }, (_, index) => [
      index % 4000 === 7 ? '' : `Lead ${index}`,
      index % 4000 === 7 ? 'bad, "mail"' : `lead${index % 11_990}@x.in`,
    ]),
  ];
  const events = await importEvents(app, client.rep, { content: csv(rows) });
  const result = events.at(-1);
  assert.ok(result?.type === 'result', JSON.stringify(result));
  assert.deepEqual(countsOf(result.data), { inserted: 11_988, updated: 0, skipped: 9, failed: 3 });
  assert.equal(result.message, 'Successfully imported 11988 leads');
  const progress = events.filter((event) => event.type === 'progress');
  assert.deepEqual([...new Set(progress.map(({ phase }) => phase))], ['reading', 'checking', 'writing']);
  const percents = progress.map(({ percent }) => percent);
  assert.deepEqual(
    percents,
    percents.toSorted((one, other) => one - other),
  );
  assert.ok(percents.every((percent) => percent >= 0 && percent <= 100));
  assert.ok(progress.filter(({ phase }) => phase === 'writing').length >= 3);
  const rejected = events.filter((event) => event.type === 'rejected');
  assert.equal(rejected.length, 12);
  assert.deepEqual(rejected[0], {
    type: 'rejected',
    row: 9,
    cells: ['', 'bad, "mail"'],
    messages: ['Email "bad, "mail"" is not an email address.'],
  });
  assert.deepEqual(rejected.at(-1), {
    type: 'rejected',
    row: 12_001,
    cells: ['Lead 11999', 'lead9@x.in'],
    messages: ['Same person as in row 11, merged into it.'],
  });
  assert.equal(await totalOf(client), 11_988);
  assert.deepEqual([await countingErrors(app, client), leftovers()], [[], []]);
});

test('a failure while streaming is the last line, with status and message', async () => {
  const client = await newClient();
  const events = await importEvents(app, client.rep, { content: '' });
  const { request_id, ...failure } = events.at(-1) as Extract<ImportEvent, { type: 'failure' }> & {
    request_id: string;
  };
  assert.deepEqual(failure, {
    type: 'failure',
    status: 422,
    code: 'unreadable_file',
    message: 'This file has no rows.',
  });
  assert.ok(request_id);
  const headers = { 'content-type': FORM_TYPE, accept: 'application/x-ndjson' };
  const refused = await app.call(leadImport.run, { body: Buffer.from('broken'), headers }, client.rep.token);
  assert.ok(refused.status >= 400 && refused.status < 500);
  assert.equal(await totalOf(client), 0);
});

/** Sends a file over a real connection and reads events until `until` holds, then hangs up. */
async function hangUpAt(
  client: TestClient,
  content: string,
  until: (event: ImportEvent) => boolean,
): Promise<ImportEvent[]> {
  const form = formOf({ content });
  const { port } = app.app.server.address() as { port: number };
  const headers = {
    authorization: `Bearer ${client.rep.token}`,
    'content-type': FORM_TYPE,
    accept: 'application/x-ndjson',
    'content-length': form.length,
  };
  const sending = request({ port, path: '/api/leads/import', method: 'POST', headers });
  sending.end(form);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  const events: ImportEvent[] = [];
  for await (const line of createInterface(response)) {
    const event = JSON.parse(line) as ImportEvent;
    events.push(event);
    if (until(event)) break;
  }
  response.destroy();
  return events;
}

/** Waits until nothing is in progress: the server notices a little later that a caller hung up. */
async function settled(client: TestClient): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const busy = await ownerRows(
      app,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'lms %' AND application_name NOT IN ('lms owner', 'lms mirror') AND xact_start IS NOT NULL`,
    );
    if (busy.length === 0 && leftovers().length === 0) return;
    await setTimeout(LOOK);
  }
  assert.fail(`client ${client.schema}: something is still under way`);
}

test('hanging up while the file is read or written imports nothing, and the same file can be imported later', async () => {
  const content = csv([HEADERS, ...crmExport(8000)]);
  for (const until of [
    (event: ImportEvent) => event.type === 'progress' && event.phase === 'reading',
    (event: ImportEvent) => event.type === 'progress' && event.phase === 'writing',
  ]) {
    const client = await newClient();
    const events = await hangUpAt(client, content, until);
    assert.ok(events.every(({ type }) => type !== 'result'));
    await settled(client);
    assert.equal(await totalOf(client), 0);
    assert.deepEqual([await countingErrors(app, client), leftovers()], [[], []]);
    const small = await importFile(app, client.rep, { content: 'Name\nAsha\n' });
    assert.equal(small.body.data.inserted, 1, small.text);
  }
});

test('an upload that breaks off leaves no file and no lead', async () => {
  const client = await newClient();
  const { port } = app.app.server.address() as { port: number };
  const form = formOf({ content: csv([HEADERS, ...crmExport(5000)]) });
  for (const sent of [100, 5000, form.length - 10]) {
    const headers = {
      authorization: `Bearer ${client.rep.token}`,
      'content-type': FORM_TYPE,
      'content-length': form.length,
    };
    const arrived = once(app.app.server, 'connection');
    const sending = request({ agent: false, port, path: '/api/leads/import', method: 'POST', headers });
    sending.on('error', () => {});
    await new Promise((done) => sending.write(form.subarray(0, sent), done));
    const [socket] = (await arrived) as [Socket];
    const gone = once(socket, 'close');
    // A file not yet received, or a server that has not noticed the disconnect, would look settled. A hundred
    // bytes create no file.
    if (sent > 100) while (leftovers().length === 0) await setImmediate();
    sending.destroy();
    await gone;
    await settled(client);
  }
  assert.deepEqual([await totalOf(client), leftovers()], [0, []]);
});

test('a file sent several times at once is imported once, and beyond two the caller must wait', async () => {
  const rows = [
    ['Name', 'Email', 'Phone'],
    ...Array.from({ length: 300 }, (_, index) => [
      `Lead ${index}`,
      index % 3 ? `l${index}@x.in` : '',
      index % 3 === 1 ? `98765${10_000 + index}` : '',
    ]),
  ];
  const client = await newClient();
  const replies = await Promise.all(
    Array.from({ length: 4 }, async () => await importFile(app, client.rep, { content: csv(rows) })),
  );
  const done = replies.filter(({ status }) => status === 200).map(({ body }) => countsOf(body.data));
  assert.deepEqual(done.toSorted((one, other) => one.inserted - other.inserted), [
    { inserted: 0, updated: 0, skipped: 300, failed: 0 }, { inserted: 300, updated: 0, skipped: 0, failed: 0 },
  ]); // prettier-ignore
  const waiting = replies.filter(({ status }) => status === 429);
  assert.equal(waiting.length, 2);
  for (const { headers, body } of waiting)
    assert.deepEqual(
      [headers['retry-after'], body.message],
      ['10', 'Other imports are running. Please try again in a few seconds.'],
    );
  assert.equal(await totalOf(client), 300);
  assert.deepEqual([await countingErrors(app, client), leftovers()], [[], []]);
});

test('two different files with the same people at once create no duplicates', async () => {
  const client = await newClient();
  const file = (offset: number) =>
    csv([
      ['Name', 'Email'],
      ...Array.from({ length: 200 }, (_, index) => [`Lead ${index}`, `l${index + offset}@x.in`]),
    ]);
  const replies = await Promise.all([
    importFile(app, client.rep, { content: file(0) }),
    importFile(app, client.manager, { content: file(100) }),
  ]);
  const counts = replies
    .map(({ body }) => countsOf(body.data))
    .toSorted((one, other) => one.inserted - other.inserted);
  assert.deepEqual(counts, [
    { inserted: 100, updated: 0, skipped: 100, failed: 0 },
    { inserted: 200, updated: 0, skipped: 0, failed: 0 },
  ]);
  assert.equal(await totalOf(client), 300);
  assert.equal(await totalOf(world.beta), 0);
});
