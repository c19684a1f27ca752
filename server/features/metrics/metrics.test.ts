import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Fastify from 'fastify';
import { leads } from '#shared/leads/leads.ts';
import { metrics } from '#shared/installation/metrics.ts';
import { RequestMetrics } from '#server/http/request-metrics.ts';
import { withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const ask = async (headers: Record<string, string> = {}, from?: string) =>
  await app.app.inject({ url: '/api/metrics', headers, ...(from && { remoteAddress: from }) });

/** The value of a metric; undefined if it is absent. */
async function figure(line: string): Promise<number | undefined> {
  const { text } = await app.call(metrics.read);
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
}

test('requests are counted by route and status, with the calling client', async () => {
  const { token } = world.alpha.manager;
  const line = (status: number) =>
    `lms_http_requests_total{method="GET",route="/api/leads/:id",status="${status}"}`;
  const before = (await figure(line(404))) ?? 0;
  for (let n = 0; n < 3; n += 1) {
    const params = { id: '00000000-0000-7000-8000-000000000000' };
    assert.equal((await app.call(leads.get, { params }, token)).status, 404);
  }
  assert.equal(await figure(line(404)), before + 3);
  assert.ok(((await figure('lms_client_requests_total{client="alpha"}')) ?? 0) >= 3);
  const count = await figure('lms_http_request_duration_seconds_count{method="GET",route="/api/leads/:id"}');
  assert.ok((count ?? 0) >= 3);
  assert.equal(await figure('lms_database_up'), 1);
  assert.equal(await figure('lms_database_waiting'), 0);
  assert.equal(await figure('lms_database_connections_max'), 8);
  // The request for the metrics itself is in flight.
  assert.equal(await figure('lms_http_requests_in_flight'), 1);
});

test('the ten busiest clients are shown, and no route contains an id', async () => {
  assert.doesNotMatch((await app.call(metrics.read)).text, /[0-9a-f]{8}-[0-9a-f]{4}-/);
  const requests = new RequestMetrics();
  const small = Fastify();
  small.decorateRequest('session', undefined);
  requests.watch(small);
  small.get<{ Params: { schema: string } }>('/api/of/:schema', async (request) => {
    request.session = { actor: { client: { schema: request.params.schema } } } as typeof request.session;
    return '';
  });
  for (let client = 1; client <= 12; client += 1)
    for (let n = 0; n < client; n += 1) await small.inject(`/api/of/c${client}`);
  const lines = (await requests.registry.metrics()).split('\n');
  const shown = lines.filter((line) => line.startsWith('lms_client_requests_total{'));
  const expected = Array.from({ length: 10 }, (_, at) => `{client="c${12 - at}"} ${12 - at}`);
  assert.deepEqual(
    shown,
    expected.map((line) => `lms_client_requests_total${line}`),
  );
});

test('without a token only local programs read the figures, and no proxy does for others', async () => {
  assert.equal((await ask()).statusCode, 200);
  assert.equal((await ask({}, '192.0.2.1')).statusCode, 404);
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
    assert.equal((await ask({ [header]: '192.0.2.1' })).statusCode, 404, header);
  assert.equal((await ask({ host: 'lms.example.com' })).statusCode, 404);
});

test('with a token its bearer can read the figures from anywhere, and nobody else', async () => {
  const before = app.config.metrics;
  app.config.metrics = { token: 'a-token-for-the-watcher', slowStatement: 1000 };
  assert.equal((await ask()).statusCode, 401);
  assert.equal((await ask({ authorization: 'Bearer another' })).statusCode, 401);
  const right = { authorization: 'Bearer a-token-for-the-watcher', host: 'lms.example.com' };
  assert.equal((await ask(right, '192.0.2.1')).statusCode, 200);
  app.config.metrics = before;
});

test('a slow statement is logged under the id of its request, without its values', async () => {
  const { pool } = app.database;
  const { slow } = pool;
  assert.ok(slow);
  const told: unknown[] = [];
  const warn = app.app.log.warn.bind(app.app.log);
  app.app.log.warn = (...line: unknown[]) => void told.push(line);
  slow.after = 0;
  const { headers } = await app.call(
    leads.list,
    { query: { search: 'Verysecret', limit: '5' } },
    world.alpha.manager.token,
  );
  slow.after = 1000;
  app.app.log.warn = warn;
  const [[line, words]] = told.slice(-1) as [[{ reqId: string; statement: string; ms: number }, string]];
  assert.equal(words, 'a statement was slow');
  assert.equal(line.reqId, headers['x-request-id']);
  assert.match(line.statement, /^with|^select/i);
  assert.ok(!JSON.stringify(told).includes('erysecret'));
  assert.ok(((await figure('lms_slow_statements_total')) ?? 0) >= told.length);
});

/** The names of every series the server exposes, including those without a value yet. */
async function names(): Promise<string[]> {
  const { text } = await app.call(metrics.read);
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  );
}

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
const FILES = ['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yml', 'docs/operations.md'];

test('dashboard, alerts and documentation name only metrics that the server exposes', async () => {
  const given = new Set((await names()).flatMap((name) => [name, name.replace(/_bucket$/, '')]));
  for (const file of FILES) {
    // Database roles are also called lms_app_….
    const named = read(file).matchAll(/(?<![\w./-])(?:lms_(?!app_)|nodejs_|process_)\w*[a-z]/g);
    const all = [...named].map(([name]) => name);
    assert.deepEqual(new Set(all.filter((name) => !given.has(name))), new Set(), file);
    assert.ok(all.length > 8, `${file} names ${all.length} figures`);
  }
});

test('the documentation names every metric of LMS', async () => {
  const text = read('docs/operations.md');
  const own = (await names()).filter((name) => name.startsWith('lms_'));
  const silent = own.map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
  assert.deepEqual(
    silent.filter((name) => !text.includes(`\`${name}`)),
    [],
  );
});
