import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, UNREACHABLE, fieldMessages, messageOf } from '#web/lib/errors.ts';

const failure = (body: unknown, thrown = 'thrown') => new ApiError(thrown, 422, 'invalid', body);

test('the text comes from the message, the error, the list, the thrown error, the fallback, in that order', () => {
  const errors = [{ message: 'One.' }, { message: 'Two.' }];
  assert.equal(messageOf(failure({ message: 'M', error: 'E', errors }), 'F'), 'M');
  assert.equal(messageOf(failure({ error: 'E', errors }), 'F'), 'E');
  assert.equal(messageOf(failure({ errors }), 'F'), 'One.\nTwo.');
  assert.equal(messageOf(failure({ message: '' }), 'F'), 'thrown');
  assert.equal(messageOf(failure(undefined, ''), 'F'), 'F');
  assert.equal(messageOf('not an error', 'F'), 'F');
});

test('code that could not be loaded counts as a server that cannot be reached', () => {
  for (const text of [
    'Failed to fetch dynamically imported module: https://lms.example/assets/sign-in.js',
    'error loading dynamically imported module: https://lms.example/assets/sign-in.js',
    'Importing a module script failed.',
  ])
    assert.equal(messageOf(new TypeError(text), 'Invalid email or password'), UNREACHABLE);
});

test('each field gets its first message, and errors without a field get none', () => {
  const errors = [{ field: 'email', message: 'A' }, { field: 'email', message: 'B' }, { message: 'C' }];
  assert.deepEqual(fieldMessages(failure({ errors })), { email: 'A' });
  assert.deepEqual(fieldMessages(new Error('x')), {});
});
