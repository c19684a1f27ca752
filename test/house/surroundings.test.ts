import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Tree } from '#test/sabotage/tree.ts';

const base = mkdtempSync(join(tmpdir(), 'lms-surroundings-'));
after(() => rmSync(base, { recursive: true, force: true }));

/** The settings, tools and habits of a machine that has nothing in common with ours. */
const HOSTILE = {
  TZ: 'Pacific/Kiritimati',
  LANG: 'tr_TR.UTF-8',
  LC_ALL: 'de_DE.UTF-8',
  HOME: join(base, 'no-such-home'),
  PORT: '1',
  HOST: 'nobody.invalid',
  DATA_DIR: join(base, 'no-such-folder'),
  DATABASE_URL: 'postgres://wrong',
  PUBLIC_URL: 'https://x.example',
  SMTP_HOST: 'y',
  POOL_CONNECTIONS: 'many',
  DEMO: '0',
  PGHOST: 'nobody.invalid',
  PGSSLMODE: 'require',
  PGOPTIONS: '-c nonsense=1',
  HTTP_PROXY: 'http://127.0.0.1:1',
  HTTPS_PROXY: 'http://127.0.0.1:1',
  NODE_USE_ENV_PROXY: '1',
  GIT_DIR: '/nowhere',
  npm_config_registry: 'http://127.0.0.1:1',
  TEST_DATABASE_URL: undefined,
  TEST_TEMPLATE: undefined,
};

/** Test files that use most helpers: databases, worlds, programs as processes, mailboxes and built files. */
const FILES = ['doctor/doctor.test', 'http/static-files'];

test('tests pass in unusual environments, and touch no installation of the folder', async () => {
  const folder = join(base, 'मेरी कंपनी, a copy without Git');
  mkdirSync(folder);
  const tree = new Tree(folder);
  const data = join(folder, 'data');
  mkdirSync(join(data, 'postgres'), { recursive: true });
  writeFileSync(join(data, 'sample-accounts.txt'), 'not for tests');
  const masked = ['-c', 'umask 077; exec "$0" "$@"', process.execPath];
  const { code, output } = await tree.run(['scripts/test.mjs', 'unit', ...FILES], HOSTILE, masked);
  assert.equal(code, 0, output);
  assert.deepEqual(readdirSync(data), ['postgres', 'sample-accounts.txt']);
  assert.deepEqual(readdirSync(join(data, 'postgres')), []);
  assert.equal(readFileSync(join(data, 'sample-accounts.txt'), 'utf8'), 'not for tests');
  assert.deepEqual(readdirSync(base), ['मेरी कंपनी, a copy without Git']);
});
