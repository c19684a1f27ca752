import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { events } from '#shared/protocol/events.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leads } from '#shared/leads/leads.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { createLead, withWorld } from '#test/world.ts';

/**
 * Milliseconds; the production limits are 20 s, 2 minutes and 30 s. A connection may be silent for longer
 * than all calls take in total.
 */
const ARRIVAL = { head: 400, whole: 2500, silent: 30_000 };
const READERS = { stalled: 800, longest: 60_000 };
/** Milliseconds between two looks at the held connections, and how many looks at most. */
const LOOK = 100;
const MOST_LOOKS = 100;
/** Enough that the whole list fits in no buffer between server and caller. */
const LEADS = 8000;

const { app, world } = await withWorld({ arrival: ARRIVAL, readers: READERS });
let port: number;
let id: string;
before(async () => {
  id = (await createLead(app, world.alpha.rep)).id;
  await app.database.asOwner(async (owner) => {
    await owner.query(`INSERT INTO alpha.leads (id, name, notes)
      SELECT gen_random_uuid(), 'Lead ' || i, repeat('x', 2000) FROM generate_series(1, ${LEADS}) i; ANALYZE alpha.leads`);
  });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
});

const named = ({ method, path }: Endpoint) => `${method} ${path}`;

/**
 * Endpoints whose response exceeds the buffers between server and caller, for a client with this number of
 * leads.
 */
const LONG: readonly Endpoint[] = [leads.list, leadExport.run];

/** The request head of a user with all rights. */
function head(endpoint: Endpoint, ...more: string[]): string {
  const { method, path } = endpoint;
  const address =
    path.replaceAll(/:\w+/g, id) + (LONG.includes(endpoint) ? `?client_id=${world.alpha.id}` : '');
  return [
    `${method} /api${address} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${world.superadmin.token}`,
    'Connection: close',
    ...more,
    '\r\n',
  ].join('\r\n');
}

async function begin(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** Resolves when the server ends the connection, in whatever way. */
async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((end) => socket.once('close', end));
}

/** Request connections in a transaction, and therefore in use. */
async function heldConnections(): Promise<number> {
  const [row] = await ownerRows<{ held: number }>(
    app,
    `SELECT count(*) AS held FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND application_name NOT IN ('lms owner', 'lms mirror')
        AND xact_start IS NOT NULL`,
  );
  return row?.held ?? 0;
}

async function assertAnswers(): Promise<void> {
  const page = { query: { page: 1, limit: 12 } };
  assert.equal((await app.call(leads.list, page, world.beta.rep.token)).status, 200);
}

/** Sends a byte now and then until the server closes; returns the part of the response that arrived. */
async function dawdle(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const timer = setInterval(() => socket.writable && socket.write('"'), 50);
  await closed(socket);
  clearInterval(timer);
  return text;
}

test('a body sent a byte at a time ends within the limit at every endpoint, and holds no connection meanwhile', async () => {
  const taking = ENDPOINTS.filter(({ body, upload }) => body !== undefined || upload);
  assert.ok(taking.length > 30);
  const kinds = taking.flatMap((endpoint) => {
    const json = [endpoint, 'Content-Type: application/json'] as const;
    return endpoint.upload
      ? [json, [endpoint, 'Content-Type: multipart/form-data; boundary=x'] as const]
      : [json];
  });
  const sockets = await Promise.all(
    kinds.map(async ([endpoint, type]) => await begin(head(endpoint, type, 'Content-Length: 5000'))),
  );
  let isOver = false;
  const ends = Promise.all(sockets.map(async (socket) => await dawdle(socket))).finally(() => {
    isOver = true;
  });
  await assertAnswers();
  // Each call is looked at when it begins; none holds a connection while its body arrives.
  while ((await heldConnections()) > 0) assert.ok(!isOver, 'a connection is held');
  for (const [index, text] of (await ends).entries()) {
    const [endpoint] = kinds[index] ?? assert.fail();
    // Refused because of the time limit, or for a reason known before the body.
    assert.match(text, /^HTTP\/1\.1 4\d\d |^$/, named(endpoint));
  }
  await assertAnswers();
});

test('a request head that never ends is abandoned', async () => {
  const socket = await begin('GET /api/leads HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
  assert.match(await dawdle(socket), /^HTTP\/1\.1 408 /);
});

test('an unread response holds no connection for long at any endpoint', async () => {
  const reading = ENDPOINTS.filter((endpoint) => endpoint.method === 'GET' && endpoint !== events.live);
  assert.ok(reading.length > 20);
  const unread = async (endpoint: Endpoint): Promise<Socket> => {
    const socket = await begin(head(endpoint));
    // The response has started, and nobody reads on.
    await Promise.race([new Promise((begun) => socket.once('readable', begun)), closed(socket)]);
    return socket;
  };
  // The long responses start first: neither may be refused because the others keep the server busy.
  const held = await Promise.all(LONG.map(unread));
  const short = reading.filter((endpoint) => !LONG.includes(endpoint));
  const sockets = [...held, ...(await Promise.all(short.map(unread)))];
  await assertAnswers();
  for (let looks = 0; (await heldConnections()) > 0; looks += 1) {
    assert.ok(looks < MOST_LOOKS, 'a connection is held');
    await assertAnswers();
    await setTimeout(LOOK);
  }
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
      await closed(socket);
      return Buffer.concat(chunks);
    }),
  );
  for (const answer of answers.slice(0, LONG.length)) assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
  assert.deepEqual(
    [...LONG, ...short].filter((_, index) => !isWhole(answers[index] ?? assert.fail())).map(named),
    ['GET /leads', 'GET /leads/export'],
  );
});

/** Whether a response is complete: by its length, or by the final chunk. */
function isWhole(answer: Buffer): boolean {
  const body = answer.indexOf('\r\n\r\n') + 4;
  const [, length] = /^content-length: (\d+)/im.exec(answer.toString('latin1', 0, body)) ?? [];
  return length === undefined
    ? answer.toString('latin1').endsWith('0\r\n\r\n')
    : answer.length - body === Number(length);
}
