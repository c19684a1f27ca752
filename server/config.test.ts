import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#server/config.ts';
import { ownerAt, ownerOf } from '#server/db/structure/owner.ts';
import { InvalidConfig } from '#server/settings/settings.ts';

test('TRUST_PROXY is empty, addresses and networks, or a number of proxies; anything else fails the start with a message', () => {
  const read = (value?: string) =>
    readConfig({ ...(value !== undefined && { TRUST_PROXY: value }) }).trustProxy;
  assert.equal(read(), false);
  assert.deepEqual(read('127.0.0.1, ::1,10.0.0.0/8,2001:db8::/32'), [
    '127.0.0.1',
    '::1',
    '10.0.0.0/8',
    '2001:db8::/32',
  ]);
  assert.equal(read('2'), 2);
  for (const value of [
    '0',
    'true',
    'loopback',
    '10',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.1/8/8',
    'proxy.example',
    '1.2.3',
    ',',
  ])
    assert.throws(
      () => read(value),
      (error) => error instanceof InvalidConfig && error.message.startsWith('TRUST_PROXY must be '),
      value,
    );
  assert.throws(() => read(' '), /TRUST_PROXY is set but empty/);
});

test('API_ORIGINS is empty or a list of origins; anything else fails the start with a message', () => {
  const read = (value?: string) =>
    readConfig({ ...(value !== undefined && { API_ORIGINS: value }) }).apiOrigins;
  assert.deepEqual(read(), []);
  assert.deepEqual(read('https://api.example.com, http://10.0.0.1:8080/'), [
    'https://api.example.com',
    'http://10.0.0.1:8080',
  ]);
  for (const value of [
    'api.example.com',
    '*',
    'https://a.example/v1',
    'javascript:alert(1)',
    'https://u:p@a.example',
    ',',
  ])
    assert.throws(() => read(value), /^InvalidConfig: API_ORIGINS must be origins/, value);
});

test('DATABASE_READ_URL needs DATABASE_URL', () => {
  const DATABASE_READ_URL = 'postgres://replica.example.com:5433/lms';
  assert.throws(() => readConfig({ DATABASE_READ_URL }), {
    message: 'DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.',
  });
  const DATABASE_URL = 'postgres://lms:secret@db.example.com:5432/lms_db';
  const { databaseUrl = '', databaseReadUrl = '' } = readConfig({ DATABASE_URL, DATABASE_READ_URL });
  // Roles and passwords are the primary's.
  assert.deepEqual(ownerAt(databaseReadUrl, ownerOf(databaseUrl)), {
    user: 'lms',
    password: 'secret',
    host: 'replica.example.com',
    port: 5433,
    database: 'lms',
  });
});
