import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { pino } from 'pino';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { leads } from '#shared/leads/leads.ts';
import { SOURCE_KINDS, sources } from '#shared/company/sources.ts';
import type { SourceKind } from '#shared/company/sources.ts';
import { createApp } from '#server/app.ts';
import { RATES } from '#server/http/rates/rate-limits.ts';
import type { RateName, Rates } from '#server/http/rates/rate-limits.ts';
import { withWorld } from '#test/world.ts';

/** Low rates by address; a body that never arrives is given up after 800 ms. */
const LOW: Rates = { ...RATES };
for (const name of ['reads', 'writes', 'deliveries'] satisfies RateName[])
  LOW[name] = { ...RATES[name], most: 3 };
const ARRIVAL = { head: 400, whole: 800, silent: 30_000 };

const { app, world } = await withWorld({ arrival: ARRIVAL });
const lines: string[] = [];
const counted = await createApp(
  { ...app.config, rates: LOW },
  app.database,
  app.database.installation.tokenKey,
  pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
);
const ports = new Map<typeof counted, number>();
before(async () => {
  for (const server of [app.app, counted]) {
    await server.listen({ port: 0, host: '127.0.0.1' });
    ports.set(server, (server.server.address() as AddressInfo).port);
  }
});
test.after(async () => await counted.close());

const PUBLIC: readonly Endpoint[] = ENDPOINTS.filter(({ permission }) => permission === 'public');
/** Endpoints that require a secret or a key. */
const DOORS = PUBLIC.filter(({ path }) => path.startsWith('/public/'));
const pathOf = ({ path }: Endpoint) =>
  `/api${path.replaceAll(':id', world.alpha.id).replaceAll(/:\w+/g, 'guessed')}`;

/** The status returned after the head of a request whose body never arrives. */
async function statusOfHead(
  server: typeof counted,
  endpoint: Endpoint,
  path = pathOf(endpoint),
): Promise<number> {
  const socket = connect(ports.get(server) ?? 0, '127.0.0.1');
  await once(socket, 'connect');
  const body = endpoint.method === 'GET' ? [] : ['Content-Type: application/json', 'Content-Length: 60000'];
  socket.write([`${endpoint.method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...body, '\r\n'].join('\r\n'));
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(first.toString('latin1'))?.[1]);
}

test('every public call is counted by address before its body arrives, however the path is spelled', async () => {
  const called = PUBLIC.filter(({ isProbe }) => !isProbe);
  assert.ok(called.length >= 12, String(called.length));
  for (const endpoint of called)
    for (let sent = 0; sent <= 3; sent += 1) await statusOfHead(counted, endpoint);
  for (const endpoint of called) {
    const path = pathOf(endpoint);
    const named = `${endpoint.method} ${path}`;
    assert.equal(await statusOfHead(counted, endpoint), 429, named);
    for (const other of [path.replace('/api/', '/%61pi/'), path.replace('/api/', '/ap%69/')])
      assert.equal(await statusOfHead(counted, endpoint, other), 429, other);
  }
});

test('a stranger to a source or website endpoint is refused before the body arrives', async () => {
  assert.equal(DOORS.length, 6);
  for (const door of DOORS)
    assert.ok([401, 403, 404].includes(await statusOfHead(app.app, door)), `${door.method} ${door.path}`);
});

test('HEAD requests write nothing: calls that change something do not accept them', async () => {
  const writing = ENDPOINTS.filter(({ method, changes }) => method === 'GET' && changes);
  assert.ok(writing.length > 0);
  for (const endpoint of writing) {
    const { id, secret } = await newSource('justdial');
    const path = endpoint.path.replace(':id', id).replace(':secret', secret);
    const reply = await app.app.inject({ method: 'HEAD', url: `/api${path}?leadid=6&mobile=9845012345` });
    assert.equal(reply.statusCode, 404, endpoint.path);
  }
  assert.deepEqual((await app.call(leads.list, {}, world.alpha.manager.token)).body.data, []);
});

async function newSource(kind: SourceKind) {
  const credentials = kind === 'facebook' ? { app_secret: 'app', page_token: 'page' } : undefined;
  const body = { kind, name: 'Portal', ...(credentials && { credentials }) };
  const made = await app.call(sources.create, { body }, world.alpha.admin.token);
  assert.equal(made.status, 201, made.text);
  return made.body.data;
}

test('no spelling of a source’s address puts its secret into the log', async () => {
  const { id, secret } = await newSource('indiamart');
  const hex = (text: string) =>
    [...text].map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  const paths = [
    `/api/public/sources/${id}/${secret}`, `/api/public/%73ources/${id}/${secret}`, `/%61pi/public/sources/${id}/${secret}`, `/api//public/sources/${id}/${secret}`,
    `/API/public/sources/${id}/${secret}`, `/api/PUBLIC/sources/${id}/${secret}/`, `/api/public/sources/${id}/${hex(secret)}`, `/api/public/sources/${id}%2F${secret}`, `/api/public/sources/${id}/${secret}%`,
    `/api/public/sources/${id}/x/${secret}`, `/api/public/sources/${secret}/${id}`, `/api/${secret}`, `/${secret}`, `/api/public/sources/${id}/${secret}?leadid=1`, `/api/public/sources/${id};${secret}`,
    `/api/public/sources/${id}/${secret}.json`, `http://127.0.0.1/api/public/sources/${id}/${secret}`, `/./api/public/sources/${id}/${secret}`,
  ]; // prettier-ignore
  const before_ = lines.length;
  for (const url of paths)
    for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT'] as const)
      await counted.inject({ method, url, remoteAddress: '192.0.2.20' });
  const written = lines.slice(before_).join('');
  assert.ok(written.includes(`/api/public/sources/${id}/…`), written.slice(0, 500));
  for (const trace of [secret, hex(secret), secret.slice(0, 16)]) assert.ok(!written.includes(trace), trace);
});

const SUSPICIOUS = [
  'a=&',
  '[',
  ']',
  '(',
  '<',
  '>',
  '@',
  '.',
  ',',
  ' ',
  '\t',
  '\n',
  '0',
  'a',
  'é',
  '-',
  '_',
  '/',
  '"',
  '\\',
  '<br ',
  ' <br',
  '[a',
  '.a',
  '@a',
  '1,',
  '+',
  '%',
];
const LENGTH = 60_000;

/** The minimum of three runs, because other work of the process counts too. */
async function leastCpu(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < 3 && least > 200; turn += 1) {
    const begin = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begin);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

test('a delivery full of any one character costs the server only moments', async () => {
  for (const [place, kind] of (Object.keys(SOURCE_KINDS) as SourceKind[]).entries()) {
    const { id, secret } = await newSource(kind);
    // The kinds share what reads their deliveries, and each expression has its own test with every character.
    for (const pump of SUSPICIOUS.filter((_, index) => (index + place) % 4 === 0)) {
      const text = pump.repeat(LENGTH / pump.length);
      const bodies = [
        text,
        `{"name":"x","mobile":"1","QUERY_MESSAGE":${JSON.stringify(`a${text}b`)},"message":${JSON.stringify(text)}}`,
        JSON.stringify({ name: 'x', [text]: 'v' }),
      ];
      const columns = [{ column_name: text.slice(0, LENGTH / 2), string_value: text.slice(0, LENGTH / 3) }];
      bodies.push(
        JSON.stringify({
          name: 'x',
          user_column_data: columns,
          answers: [{ question: text.slice(0, LENGTH / 2), answer: 'v' }],
        }),
      );
      for (const payload of bodies) {
        const url = `/api/public/sources/${id}/${secret}`;
        const ms = await leastCpu(async () => await app.app.inject({ method: 'POST', url, payload }));
        const what = `${kind}, ${JSON.stringify(pump)}: ${Math.round(ms)} ms for ${payload.slice(0, 60)}`;
        assert.ok(ms < 1000, what);
      }
    }
  }
});
