import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQueryClient, failedToLoad } from '#web/api/query-client.ts';
import { ApiError } from '#web/lib/errors.ts';

test('a read is retried after a broken connection, but not after a timeout', () => {
  const retry = createQueryClient().getDefaultOptions().queries?.retry;
  assert.ok(typeof retry === 'function');
  const tries = (status: number, code: string) =>
    [0, 1, 2].map((failures) => retry(failures, new ApiError('', status, code)));
  assert.deepEqual(tries(0, 'network'), [true, true, false]);
  assert.deepEqual(tries(503, 'unavailable'), [true, true, false]);
  assert.deepEqual(tries(0, 'timeout'), [false, false, false]);
  assert.deepEqual(tries(500, 'internal'), [false, false, false]);
});

test('a failed load without a message names what was requested', () => {
  assert.deepEqual(['Clients', 'API keys', 'Field configuration', undefined].map(failedToLoad), [
    'Failed to load clients',
    'Failed to load API keys',
    'Failed to load field configuration',
    'An error occurred',
  ]);
});
