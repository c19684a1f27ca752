import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHttpError } from '#server/http/error-handler.ts';

test('a connection that is lost is the database being away, whichever way the network says it', () => {
  for (const code of ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'ETIMEDOUT', '57P01', '08006'])
    assert.equal(toHttpError(Object.assign(new Error('lost'), { code })).status, 503, code);
  assert.equal(toHttpError(new Error('Connection terminated unexpectedly')).status, 503);
});

test('what nobody expected is a plain 500 that says nothing of the inside', () => {
  const refusal = toHttpError(new Error('relation "leads" does not exist'));
  assert.equal(refusal.status, 500);
  assert.equal(refusal.message, 'Something went wrong on our side. Please try again.');
});
