import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { health } from '#shared/installation/health.ts';
import { PAGE_PATHS } from '#shared/protocol/page-paths.ts';
import { RATES } from '#server/http/rates/rate-limits.ts';
import { withWorld } from '#test/world.ts';

/** A built page with the parts that the server reads. */
const webRoot = mkdtempSync(join(tmpdir(), 'lms-page-'));
mkdirSync(join(webRoot, 'pages'));
for (const file of ['index.html', 'pages/index.html'])
  writeFileSync(join(webRoot, file), '<!doctype html><html><body>the page</body></html>');
after(() => rmSync(webRoot, { recursive: true, force: true }));

const { app, world } = await withWorld({ webRoot, rates: RATES });

const at = async (url: string, headers = {}) => await app.app.inject({ url, headers });

test('every page of the router loads, and any other address shows the page with status 404', async () => {
  for (const path of Object.values(PAGE_PATHS)) {
    const url = path.replace('/:tab?', '').replace(':leadId', 'some-id');
    const answer = await at(`${url}?q=1`);
    assert.deepEqual([answer.statusCode, answer.body.includes('the page')], [200, true], url);
  }
  for (const url of ['/Leads/', '/settings/users', '/settings/users/teams'])
    assert.equal((await at(url)).statusCode, 200, url);
  const unknown = ['/healthz', '/metrics', '/api', '/leads/x/y', '/settings/a/b/c', '/index.html', '/lead'];
  for (const url of unknown) {
    const answer = await at(url);
    assert.deepEqual([answer.statusCode, answer.body.includes('the page')], [404, true], url);
  }
  for (const url of ['/no-such-file.js', '/api/nothing']) {
    const answer = await at(url);
    assert.deepEqual([answer.statusCode, answer.json<{ code: string }>().code], [404, 'not_found'], url);
  }
});

test('a browser that has the page is not sent it again, and caches no 404', async () => {
  const { etag } = (await at('/leads')).headers;
  assert.equal((await at('/leads', { 'if-none-match': etag })).statusCode, 304);
  assert.equal((await at('/nothing', { 'if-none-match': etag })).statusCode, 404);
});

test('health checks are not counted: a monitor on the same proxy as all users locks nobody out', async () => {
  const { most } = RATES.reads;
  for (let n = 0; n <= most; n += 1) assert.equal((await app.call(health.live)).status, 200);
  assert.equal((await app.call(health.versions)).status, 200);
});

test('versions are shown only to signed-in users and to the local machine', async () => {
  const asked = async (headers: Record<string, string> = {}) =>
    Object.keys((await app.call(health.versions, { headers })).body.data);
  const all = ['status', 'wall', 'version', 'engine', 'database', 'core', 'clients'];
  assert.deepEqual(await asked({ host: '127.0.0.1' }), all);
  const stranger = { 'x-forwarded-for': '192.0.2.1' };
  assert.deepEqual(await asked(stranger), ['status', 'wall']);
  assert.deepEqual(await asked({ ...stranger, authorization: `Bearer ${world.alpha.rep.token}` }), all);
  assert.deepEqual(await asked({ ...stranger, authorization: 'Bearer lat_none' }), ['status', 'wall']);
  const { info } = (await at('/api/docs/json')).json() as { info: { version: string } };
  assert.equal(info.version, '1');
  const page = await at('/api/docs/');
  const policy = String(page.headers['content-security-policy']);
  assert.ok(page.statusCode === 200 && !/https:|unsafe-eval|swagger\.io/.test(policy), policy);
});

test('a server without its database is alive and not ready', async () => {
  await app.database.pool.close();
  assert.equal((await app.call(health.live)).status, 200);
  assert.equal((await app.call(health.ready)).status, 503);
});
