import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { apiAddress } from '#web/api/address.ts';
import { installation } from '#web/lib/installation.ts';

let stored: string | null = null;
beforeEach(() => {
  installation.apiOrigins = ['https://api.lms.example'];
  Object.assign(globalThis, {
    location: { origin: 'https://lms.example' },
    localStorage: { getItem: () => stored },
  });
});
const at = (address: string | null) => {
  stored = address;
  return apiAddress('/leads');
};

test('the override of the API address goes to the own origin or a listed one, and nowhere else', () => {
  for (const elsewhere of [
    null,
    '',
    'https://evil.example',
    '//evil.example/api',
    'javascript:alert(1)',
    'data:text/plain,x',
    'https://lms.example.evil.example/api',
    'https://api.lms.example.evil.example/',
    'http://api.lms.example/v1',
    'https://api.lms.example:8443/v1',
  ])
    assert.equal(at(elsewhere), '/api/leads', String(elsewhere));
  assert.equal(at('/v2/'), '/v2/leads');
  assert.equal(at('https://api.lms.example/v1/'), 'https://api.lms.example/v1/leads');
});
