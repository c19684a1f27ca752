import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userIn } from '#web/session/stored-user.ts';

test('an invalid stored user counts as signed out', () => {
  for (const text of [
    '{}',
    '[]',
    'null',
    '7',
    '"x"',
    'no JSON',
    '{"id":7,"role":"manager"}',
    '{"id":"x","role":{"name":"king"}}',
  ])
    assert.equal(userIn(text), undefined, text);
});

test('a role may be stored as plain text, as earlier versions did', () => {
  const user = userIn('{"id":"x","role":"Manager"}');
  assert.equal(user?.role.name, 'manager');
  assert.equal(user?.seesAllClients, false);
  assert.equal(userIn('{"id":"x","role":"superadmin"}')?.seesAllClients, true);
});
