import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#server/config.ts';
import { InvalidConfig, SETTINGS } from '#server/settings/settings.ts';
import type { Setting } from '#server/settings/setting.ts';

const ALL = Object.entries(SETTINGS) as [string, Setting][];
const ROOT = join(import.meta.dirname, '../..');

/** The cells of the settings table in a document. */
function tableIn(file: string): string[][] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const [table = ''] = /^\| Variable [^]*?\n\n/m.exec(text) ?? [];
  const rows = table.trim().split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('docs/operations.md lists every setting with its default, allowed values and description', () => {
  const rows = ALL.map(([name, { standard, allowed, says }]) => [`\`${name}\``, standard, allowed, says]);
  assert.deepEqual(tableIn('docs/operations.md'), rows);
});

test('README lists the basic settings in the same words', () => {
  const basic = ALL.filter(([, { isBasic }]) => isBasic);
  const rows = basic.map(([name, { standard, says }]) => [`\`${name}\``, standard, says]);
  assert.deepEqual(tableIn('README.md'), rows);
});

test('the documented default is the actual one', () => {
  const named = ALL.flatMap(([name, { standard }]) => {
    const [, value] = /^`([^`]+)`$/.exec(standard) ?? [];
    return value && value !== 'http://localhost:PORT' ? [[name, value] as const] : [];
  });
  assert.ok(named.length > 8);
  // Without a mail server its port would not be read.
  const mail = { SMTP_HOST: 'mail.example.com', SMTP_FROM: 'lms@example.com' };
  for (const [name, value] of named)
    assert.deepEqual(readConfig({ ...mail, [name]: value }), readConfig(mail), name);
});

/** Wrong values for every setting that does not accept any text, mostly just past the allowed limits. */
const WRONG: Partial<Record<string, string[]>> = {
  PORT: ['65536', '-1', '80a', '3e3'],
  HOST: ['a b'],
  DATABASE_URL: ['mysql://a/b'],
  DATABASE_READ_URL: ['mysql://a/b'],
  SUPERADMIN_EMAIL: ['root'],
  DEMO: ['yes', '2'],
  BACKUP: ['yes'],
  ADMIN_SCOPE: ['ALL'],
  PASSWORD_LENGTH: ['5', '65', 'long'],
  SUPERADMIN_SECOND_FACTOR: ['yes please'],
  TRUST_PROXY: ['true'],
  INSECURE_HTTP: ['true'],
  FACEBOOK_GRAPH_URL: ['graph.facebook.com'],
  INDIAMART_URL: ['https://mapi.indiamart.com/wservce'],
  PUBLIC_URL: ['lms.example.com', 'https://lms.example.com/app'],
  SMTP_HOST: ['smtp://mail'],
  SMTP_FROM: ['LMS'],
  SMTP_PORT: ['0', '65536'],
  SMTP_TLS: ['starttls'],
  API_ORIGINS: ['*'],
  INTERNAL_PROVIDERS: ['id.lan', 'http://id.lan/realms/x'],
  INTERNAL_PUSH_SERVICES: ['push.lan', 'http://push.lan/v2'],
  INTERNAL_TELEPHONY: ['pbx.lan', 'http://pbx.lan/ari'],
  DEMO_CLIENT: ['two words'],
  POOL_CONNECTIONS: ['3', '101', '8.5'],
  PROCESSES: ['0', '65', 'two', 'Auto'],
  STATEMENT_TIMEOUT: ['0', '121'],
  LOCK_TIMEOUT: ['0', '61'],
  SLOW_STATEMENT: ['0', '1s'],
  DATABASE_MEMORY: ['255', '2GB'],
  IMPORTS_AT_ONCE: ['0', '9'],
  IMPORT_ROWS: ['99', '100001'],
  TRASH_DAYS: ['6', '366'],
  NOTIFICATION_DAYS: ['6', '366'],
  AUDIT_DAYS: ['29', '3651'],
  METRICS_TOKEN: ['short', 'with a blank in it'],
  LOG_LEVEL: ['verbose'],
  LOG_FORMAT: ['xml'],
};
/** A folder, a user or a password accepts any text. */
const ANY_TEXT = ['DATA_DIR', 'BACKUP_TO', 'SUPERADMIN_PASSWORD', 'SMTP_USER', 'SMTP_PASSWORD'];

test('a wrong value stops the start, naming the setting, the allowed values and, except for secrets, the value', () => {
  assert.deepEqual([...Object.keys(WRONG), ...ANY_TEXT].toSorted(), ALL.map(([name]) => name).toSorted());
  for (const [name, { allowed, isSecret }] of ALL) {
    for (const value of WRONG[name] ?? [])
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) => {
          const now = isSecret ? '' : ` It is "${value}" now.`;
          assert.ok(error instanceof InvalidConfig);
          return error.message === `${name} must be ${allowed}.${now}`;
        },
        `${name}=${value}`,
      );
    assert.throws(() => readConfig({ [name]: ' ' }), new RegExp(`^InvalidConfig: ${name} is set but empty`));
  }
});

test('settings that must be set together are refused one by one', () => {
  for (const [name, other] of [
    ['SUPERADMIN_EMAIL', 'SUPERADMIN_PASSWORD'],
    ['SMTP_HOST', 'SMTP_FROM'],
    ['SMTP_USER', 'SMTP_PASSWORD'],
  ] as const)
    assert.throws(
      () => readConfig({ [name]: name.endsWith('EMAIL') ? 'a@example.com' : 'example' }),
      (error) =>
        error instanceof InvalidConfig && error.message === `${name} and ${other} must be set together.`,
      name,
    );
});

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('a service starts again for as long as its database is away', () => {
  const unit = read('deploy/lms@.service');
  assert.match(unit, /^Restart=always$/m);
  assert.match(unit, /^StartLimitIntervalSec=0$/m);
});

test('containers and services set only settings that exist', () => {
  const [settings = ''] = /&settings\n(?: {4}.*\n)+/.exec(read('compose.yaml')) ?? [];
  const named = [
    ...settings.matchAll(/^ {4}([A-Z_]+):/gm),
    ...read('deploy/lms@.service').matchAll(/^Environment=([A-Z_]+)=/gm),
    ...read('Dockerfile').matchAll(/\b([A-Z_]+)=\S/g),
  ].map(([, name = '']) => name);
  const env = JSON.parse(read('scripts/server-process.json')) as object;
  const others = ['NODE_ENV', ...Object.keys(env)];
  assert.deepEqual(
    named.filter((name) => !(name in SETTINGS) && !others.includes(name)),
    [],
  );
  // Both start the server as `npm start` does.
  for (const [name, value] of Object.entries(env))
    for (const file of ['deploy/lms@.service', 'Dockerfile'])
      assert.ok(read(file).includes(`${name}=${String(value)}`), `${file}: ${name}`);
  assert.ok(named.length > 10, named.join());
});
