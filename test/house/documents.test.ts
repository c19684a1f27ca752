import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { tokenRefusal } from '#shared/accounts/access-tokens.ts';
import { Notification } from '#shared/activities/notifications.ts';
import { WEBHOOK_EVENTS } from '#shared/company/webhooks.ts';
import { ENDPOINTS } from '#shared/protocol/api.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const FOLDERS = ['shared', 'server', 'web', 'test', 'e2e', 'bench', 'scripts', 'docs'];
const FILES = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ),
];

/** Documents that describe the project's current state; a decision record describes its own day. */
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Names that mean any file of a kind, or one that the reader creates. */
const EXAMPLES = ['kebab-case.ts', '000n-name.ts', './lms.ts', 'receiver.mjs'];

/** A file is named by its path, or by the end of it. */
const isThere = (name: string) => FILES.some((file) => file === name || file.endsWith(`/${name}`));

test('every file that a document names exists', () => {
  const missing = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/(?<![\w<>*…{}/.-])[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|css)\b/g)]
      .map(([name]) => name)
      .filter((name) => !EXAMPLES.some((example) => name.endsWith(example)) && !isThere(name))
      .map((name) => `${document}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('every folder of the project that a document names exists', () => {
  const named = new RegExp(`(?<![\\w/.-])(?:${FOLDERS.join('|')})(?:/[\\w.-]+)*(?=/[\\s\`),:])`, 'g');
  const missing = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(named)]
      .map(([name]) => name)
      .filter((name) => !FOLDERS.includes(name) && !FILES.includes(name))
      .map((name) => `${document}: ${name}/`),
  );
  assert.deepEqual(missing, []);
});

test('every link from a document to another file works', () => {
  const missing = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => join(dirname(document), target))
      .filter((target) => !existsSync(join(ROOT, target)))
      .map((target) => `${document}: ${target}`),
  );
  assert.deepEqual(missing, []);
});

test('docs/api.md names every notification and every event of a webhook', () => {
  const text = read('docs/api.md');
  for (const kind of Notification.shape.kind.options)
    assert.ok(text.includes(`\`${kind}\``), `docs/api.md does not name the notification ${kind}`);
  for (const event of Object.keys(WEBHOOK_EVENTS))
    assert.ok(text.includes(`"event": "${event}"`), `docs/api.md does not name the event ${event}`);
});

/** A path without query and names of parameters. */
const shape = (path: string) => path.replace(/\?.*$/, '').replaceAll(/:\w+|\{\w+\}/g, '*');

test('docs/api.md says below which addresses tokens can call nothing, and what they can call there', () => {
  const [, table = ''] =
    /^\| Address +\| What a token can call there +\|\n(.*?)\n\n/ms.exec(read('docs/api.md')) ?? [];
  const codes = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => shape(code));
  const rows = [...table.matchAll(/^\| (`.+?) \| (.+?) \|$/gm)].map(([, addresses, calls]) => ({
    addresses: codes(addresses),
    calls: codes(calls),
  }));
  for (const { method, path, plainPath = path, permission } of ENDPOINTS) {
    if (permission === 'public') continue;
    const row = rows.find(({ addresses }) =>
      addresses.some((address) => `${shape(path)}/`.startsWith(`${address}/`)),
    );
    const isRefused = row !== undefined && !row.calls.includes(`${method} ${shape(plainPath)}`);
    assert.equal(isRefused, tokenRefusal('write', { method, permission }) !== undefined, `${method} ${path}`);
  }
});

test('docs/api.md names only calls that exist', () => {
  const known = new Set(
    ENDPOINTS.flatMap(({ method, path, plainPath = path }) =>
      [path, plainPath].map((each) => `${method} ${shape(each)}`),
    ),
  );
  // Paths of SCIM begin with a capital.
  const calls = read('docs/api.md').matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[a-z][^\s`]*)/g);
  const named = new Set([...calls].map(([, method, path = '']) => `${method} ${shape(path)}`));
  assert.deepEqual(
    [...named].filter((call) => !known.has(call)),
    [],
  );
});

test('a process behind nginx does not count as broken for one client’s 503', () => {
  assert.match(read('deploy/nginx.conf'), /proxy_next_upstream error timeout;/);
});

test('the changelog begins with unreleased changes and has a section for the version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const [first, second] = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](?: - \d{4}-\d{2}-\d{2})?$/gm)];
  assert.deepEqual([first?.[1], second?.[1]], ['Unreleased', version]);
});

test('the documented walk through a search has at most nine stops, each a function of its file', () => {
  const [, walk = ''] = /^## A walk: [^\n]*\n(.*?)^## /ms.exec(read('docs/architecture.md')) ?? [];
  const stops = [...walk.matchAll(/^\d+\. `([^`:]+): (\w+)`/gm)];
  assert.ok(stops.length >= 5 && stops.length <= 9, `${stops.length} stops`);
  for (const [stop, file = '', name] of stops) {
    assert.ok(FILES.includes(file), `${stop}: there is no such file`);
    assert.match(read(file), new RegExp(`(?:function|const|class) ${name}\\b`), `${stop}: no such function`);
  }
});
