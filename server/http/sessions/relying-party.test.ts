import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { findRelyingParty, relyingParty } from '#server/http/sessions/relying-party.ts';

const request = (headers: { host?: string; origin?: string }, protocol = 'http') =>
  unchecked<FastifyRequest>({ headers, protocol });
const SET = { ownOrigin: 'https://lms.example.com' };
const UNSET = { ownOrigin: undefined };

test('passkeys belong to the host of PUBLIC_URL, whatever host was asked', () => {
  const party = { id: 'lms.example.com', origin: 'https://lms.example.com' };
  for (const headers of [
    {},
    { host: 'lms.example.com' },
    { host: '10.0.0.7:3000' },
    { host: 'api.example.com', origin: SET.ownOrigin },
  ])
    assert.deepEqual(findRelyingParty(request(headers), SET), party);
});

test('without PUBLIC_URL, passkeys belong to the page that was asked, also behind a proxy with TLS', () => {
  const found = (headers: { host?: string; origin?: string }) => findRelyingParty(request(headers), UNSET);
  const own = { id: 'crm.example.com', origin: 'https://crm.example.com' };
  assert.deepEqual(found({ host: 'crm.example.com', origin: own.origin }), own);
  assert.equal(found({ host: 'crm.example.com' })?.id, own.id);
  const local = { id: 'localhost', origin: 'http://localhost:3000' };
  assert.deepEqual(found({ host: 'localhost:3000' }), local);
  assert.deepEqual(found({ host: 'localhost:3000', origin: local.origin }), local);
});

test('a page at another address has no passkeys, and hears where they work', () => {
  for (const origin of [
    'https://evil.example',
    'http://lms.example.com',
    'https://lms.example.com:444',
    'null',
    '',
  ])
    assert.equal(findRelyingParty(request({ host: 'lms.example.com', origin }), SET), undefined, origin);
  for (const origin of ['https://evil.example', 'https://lms.example.com.evil.example', 'null', ''])
    assert.equal(findRelyingParty(request({ host: 'lms.example.com', origin }), UNSET), undefined, origin);
  assert.equal(findRelyingParty(request({}), UNSET), undefined);
  assert.throws(
    () => relyingParty(request({ origin: 'https://evil.example' }), SET),
    /^Error: Passkeys work only at https:\/\/lms\.example\.com\. Open LMS there\.$/,
  );
});
