import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { addPlugins } from '#server/http/plugins.ts';
import { addStaticFiles } from '#server/http/static-files.ts';
import { configOf } from '#test/config.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'lms-web-'));
after(() => rmSync(webRoot, { recursive: true }));
mkdirSync(join(webRoot, 'pages'));
const EVERY = '<!doctype html><html lang="en"><script>every()</script><script src="/a.js"></script></html>';
const LANDING =
  '<!doctype html><html><script>one()</script><i>{publicUrl}/i.png</i><script>two()</script></html>';
writeFileSync(join(webRoot, 'index.html'), EVERY);
writeFileSync(join(webRoot, 'pages/index.html'), LANDING);
writeFileSync(join(webRoot, 'pages/login.html'), LANDING.replace('one', 'three'));
mkdirSync(join(webRoot, 'assets'));
writeFileSync(join(webRoot, 'assets/a-1.js'), 'a()');

const app = Fastify();
after(() => app.close());
const settings = configOf(webRoot, { PUBLIC_URL: 'https://lms.example.com' });
const config = { ...settings, rates: undefined, webRoot };
await addPlugins(app, config);
await addStaticFiles(app, config, { 'data-sends-mail': true });

const get = async (url: string, headers = {}) => await app.inject({ url, headers });
const allows = (...scripts: string[]) =>
  `script-src 'self' ${scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')};`;

test('a page may run its own inline scripts, but not those of another page', async () => {
  for (const [url, scripts] of [
    ['/', ['one()', 'two()']],
    ['/login?from=mail', ['three()', 'two()']],
    ['/leads', ['every()']],
  ] as const) {
    const { headers } = await get(url);
    assert.ok(String(headers['content-security-policy']).includes(allows(...scripts)), url);
  }
  assert.match(String((await get('/missing.js')).headers['content-security-policy']), /script-src 'self';/);
});

test('a page contains its installation’s settings, in every encoding', async () => {
  const plain = await get('/', { 'accept-encoding': 'identity' });
  assert.match(plain.body, /^<!doctype html><html data-sends-mail>.*https:\/\/lms\.example\.com\/i\.png/);
  const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br' });
  assert.equal(brotli.headers['content-encoding'], 'br');
  assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body);
  const again = await get('/', { 'if-none-match': String(plain.headers['etag']) });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
});

test('the source files of pages have no address of their own', async () => {
  assert.equal((await get('/pages/login.html')).statusCode, 404);
  assert.match((await get('/pages/login')).body, /every\(\)/);
});

test('a page is revalidated on each load, and its assets are cached forever', async () => {
  for (const url of ['/', '/login', '/leads'])
    assert.equal((await get(url)).headers['cache-control'], 'no-cache', url);
  assert.match(String((await get('/assets/a-1.js')).headers['cache-control']), /immutable/);
});

test('a read of the API that matches no call is 404 in the API’s form, whatever its path', async () => {
  const long = 'a'.repeat(5000);
  for (const url of [
    '/api//leads',
    '/%61pi//leads',
    '//api/leads',
    `/api/leads/${long}`,
    '/api/leads//a.js',
  ]) {
    const { statusCode, body } = await get(url);
    const { request_id: _, ...rest } = JSON.parse(body) as Record<string, unknown>;
    assert.deepEqual(
      [statusCode, rest],
      [404, { success: false, message: 'There is nothing at this address.', code: 'not_found' }],
      url,
    );
  }
  assert.equal((await app.inject({ method: 'HEAD', url: '/api//leads' })).statusCode, 404);
  for (const url of ['/assets//a-1.js', `/${long}`]) assert.equal((await get(url)).statusCode, 403, url);
});
