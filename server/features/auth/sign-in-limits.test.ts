import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { profile } from '#shared/accounts/profile.ts';
import { markedDevice, newDeviceMark } from '#server/features/auth/device-mark.ts';
import { secondsToWait } from '#server/features/auth/sign-in-limits.queries.ts';
import { prolongPause } from '#test/accounts/attempts.ts';
import { refreshTokenOf } from '#test/safety/principals.ts';
import { PASSWORD, withWorld } from '#test/world.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';

const { app, world } = await withWorld();
beforeEach(async () => await owner('DELETE FROM core.sign_in_attempts'));

const owner = async (text: string) =>
  await app.database.asOwner(async (connection) => await connection.query(text));
/** Moves the recorded attempts the given number of seconds into the past. */
const pass = async (seconds: number) =>
  await owner(`UPDATE core.sign_in_attempts SET at = at - make_interval(secs => ${seconds})`);
const login = async (email: string, password: string, more: object = {}) =>
  await app.call(auth.login, { body: { email, password }, ...more });
/** The seconds that a refusal names; it contains no other number. */
const waitIn = ({ status, headers }: { status: number; headers: Record<string, unknown> }) =>
  status === 429 ? Number(headers['retry-after']) : Number.NaN;
/** Moves the attempts so that the latest is just now, however long the machine took for it. */
const justNow = async () =>
  await owner(
    'UPDATE core.sign_in_attempts SET at = at + (clock_timestamp() - (SELECT max(at) FROM core.sign_in_attempts))',
  );
/** Records the given number of failures of an account, all just now. */
async function fail(email: string, times: number): Promise<void> {
  await login(email, 'wrong');
  await owner(`INSERT INTO core.sign_in_attempts (account, address, failed, at)
    SELECT account, address, failed, at FROM core.sign_in_attempts, generate_series(2, ${times})`);
  await justNow();
}

test('five failures are free, then each further attempt waits twice as long as the one before', async () => {
  const { email } = world.alpha.rep;
  for (let tries = 0; tries < 5; tries += 1) assert.equal((await login(email, 'wrong')).status, 401);
  for (const wait of [1, 2, 4, 8, 16, 32, 64, 128]) {
    await justNow();
    const { status, headers, body } = await login(email, PASSWORD);
    assert.deepEqual([status, headers['retry-after'], body.code], [429, String(wait), 'too_many_requests']);
    await pass(wait);
    assert.equal((await login(email, 'wrong')).status, 401);
  }
});

test('the refusal says how long to wait', async () => {
  const { email } = world.alpha.rep;
  for (const [failures, words, seconds] of [
    [5, '1 second', 1],
    [9, '16 seconds', 16],
    [12, '3 minutes', 128],
    [19, '5 minutes', 300],
    [20, '15 minutes', 900],
  ] as const) {
    // prettier-ignore
    await owner('DELETE FROM core.sign_in_attempts');
    await fail(email, failures);
    const { status, headers, body } = await login(email, PASSWORD);
    assert.equal(status, 429);
    assert.equal(body.message, `Too many sign-in attempts. Please try again in ${words}.`);
    assert.equal(headers['retry-after'], String(seconds));
  }
});

test('an account allows twenty failures in a quarter of an hour, and resets afterwards', async () => {
  const { email } = world.alpha.rep;
  await fail(email, 20);
  await pass(890);
  const { status, headers } = await login(email, PASSWORD);
  assert.equal(status, 429);
  assert.ok(Number(headers['retry-after']) <= 10);
  await pass(11);
  assert.equal((await login(email, PASSWORD)).status, 200);
});

/**
 * Asserts that attempts were refused unchecked: by the limit, or because a busy machine had no connection or
 * hash to spare.
 */
function assertTurnedAway(replies: { status: number }[]): void {
  for (const { status } of replies.filter((reply) => reply.status !== 401))
    assert.ok([429, 503].includes(status), String(status));
}

test('simultaneous attempts count like sequential ones', async () => {
  const { email } = world.alpha.rep;
  const replies = await Promise.all(Array.from({ length: 24 }, async () => await login(email, 'wrong')));
  const evaluated = replies.filter(({ status }) => status === 401).length;
  // A sixth attempt is free again after a second.
  assert.ok(evaluated >= 5 && evaluated <= 7, String(evaluated));
  assertTurnedAway(replies);
});

/** Records the given number of failures of an account, each from a different address. */
async function failFrom(email: string, addresses: number): Promise<void> {
  await login(email, 'wrong', { from: '198.51.100.200' });
  await owner(`INSERT INTO core.sign_in_attempts (account, address, failed, at)
    SELECT account, '203.0.113.' || n, failed, at FROM core.sign_in_attempts, generate_series(2, ${addresses}) n`);
}

test('failures at up to a hundred other addresses lock nobody out', async () => {
  const { email } = world.alpha.rep;
  for (const failures of [9, 20, 99]) {
    await owner('DELETE FROM core.sign_in_attempts');
    await failFrom(email, failures);
    assert.equal((await login(email, PASSWORD, { from: '192.0.2.40' })).status, 200, String(failures));
  }
  await failFrom(email, 100);
  const refused = await login(email, PASSWORD, { from: '192.0.2.40' });
  assert.ok(waitIn(refused) > 880 && waitIn(refused) <= 900, refused.text);
  assert.equal((await login(world.alpha.manager.email, PASSWORD, { from: '192.0.2.40' })).status, 200);
});

test('at an address where somebody guesses, the waits for this account grow', async () => {
  const { email } = world.alpha.rep;
  await fail(email, 9);
  assert.equal((await login(email, PASSWORD)).status, 429);
  assert.equal((await login(email, PASSWORD, { from: '192.0.2.41' })).status, 200);
});

/** The device mark that a sign-in leaves in the browser. */
async function markOf(email: string): Promise<string> {
  const { headers } = await login(email, PASSWORD);
  const mark = [headers['set-cookie']].flat().find((cookie) => String(cookie).startsWith('__Host-ldm='));
  assert.match(String(mark), /; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  return String(mark).split(';', 1)[0] ?? '';
}

test('a browser that has signed in before still gets in long after its session ended', async () => {
  const { rep, manager } = world.alpha;
  const [cookie, foreign] = [await markOf(rep.email), await markOf(manager.email)];
  await owner(`DELETE FROM core.sessions WHERE user_id = '${rep.id}'`);
  await owner('DELETE FROM core.sign_in_attempts');
  await failFrom(rep.email, 100);
  assert.equal((await login(rep.email, PASSWORD)).status, 429);
  const forged = `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const other of [foreign, forged, cookie.replace(/\.\d+\./, '.99999.'), '__Host-ldm=', 'ldm=x'])
    assert.equal((await login(rep.email, PASSWORD, { headers: { cookie: other } })).status, 429, other);
  assert.equal((await login(rep.email, PASSWORD, { headers: { cookie } })).status, 200);
});

test('a copied device mark allows no extra guesses, and locks nobody out', async () => {
  const { email } = world.beta.manager;
  const headers = { cookie: await markOf(email) };
  await owner('DELETE FROM core.sign_in_attempts');
  assert.equal((await login(email, 'wrong', { headers })).status, 401);
  await owner(`INSERT INTO core.sign_in_attempts (account, address, failed, at)
    SELECT account, address, failed, at FROM core.sign_in_attempts, generate_series(2, 20)`);
  assert.equal((await login(email, PASSWORD, { headers })).status, 429);
  assert.equal((await login(email, PASSWORD)).status, 200);
});

test('a device mark expires after half a year', () => {
  const day = 24 * 60 * 60_000;
  const { mark } = newDeviceMark('key', 'a', 0);
  assert.ok(markedDevice('key', 'a', mark, 179 * day));
  for (const [key, user, now] of [
    ['key', 'a', 180 * day],
    ['key', 'b', 0],
    ['other', 'a', 0],
  ] as const)
    // prettier-ignore
    assert.equal(markedDevice(key, user, mark, now), undefined, `${key} ${user} ${now}`);
});

test('an address may fail sixty times, for any accounts', async () => {
  const from = '203.0.113.9';
  const statuses: number[] = [];
  for (let batch = 0; batch < 8; batch += 1) {
    const tries = Array.from(
      { length: 10 },
      async (_, index) => await login(`somebody${batch}.${index}@example.com`, 'wrong', { from }),
    );
    statuses.push(...(await Promise.all(tries)).map(({ status }) => status));
  }
  assert.deepEqual(
    [401, 429].map((status) => statuses.filter((each) => each === status).length),
    [60, 20],
  );
  await owner('UPDATE core.sign_in_attempts SET at = clock_timestamp()');
  await pass(300);
  const refused = await login(world.alpha.rep.email, PASSWORD, { from });
  assert.ok(waitIn(refused) > 580 && waitIn(refused) <= 600, refused.text);
  assert.match(refused.body.message, /Please try again in 10 minutes\.$/);
  assert.equal((await login(world.alpha.rep.email, PASSWORD, { from: '203.0.113.10' })).status, 200);
});

test('a right password clears the failures of its account', async () => {
  const { email } = world.alpha.rep;
  await fail(email, 4);
  await pass(1);
  assert.equal((await login(email, PASSWORD)).status, 200);
  for (let tries = 0; tries < 5; tries += 1) assert.equal((await login(email, 'wrong')).status, 401);
});

test('a signed-in device is not locked out by the failures of others', async () => {
  const { rep, manager } = world.alpha;
  const cookie = `__Host-lrt=${await refreshTokenOf(app, rep.email)}`;
  const foreign = `__Host-lrt=${await refreshTokenOf(app, manager.email)}`;
  await fail(rep.email, 20);
  assert.equal((await login(rep.email, PASSWORD)).status, 429);
  for (const other of [foreign, `${cookie.slice(0, -2)}AA`, '__Host-lrt=', '__Host-lrt=x'])
    assert.equal((await login(rep.email, PASSWORD, { headers: { cookie: other } })).status, 429, other);
  assert.equal((await login(rep.email, PASSWORD, { headers: { cookie } })).status, 200);
});

test('a copied cookie of a living session allows no extra guesses, and locks nobody out', async () => {
  const { email } = world.beta.manager;
  const headers = { cookie: `__Host-lrt=${await refreshTokenOf(app, email)}` };
  assert.equal((await login(email, 'wrong', { headers })).status, 401);
  await owner(`INSERT INTO core.sign_in_attempts (account, address, failed, at)
    SELECT account, address, failed, at FROM core.sign_in_attempts, generate_series(2, 20)`);
  const refused = await login(email, PASSWORD, { headers });
  assert.ok(waitIn(refused) > 880 && waitIn(refused) <= 900, refused.text);
  assert.equal((await login(email, PASSWORD)).status, 200);
});

test('an expired idle session does not make a known device', async () => {
  const { rep } = world.beta;
  const headers = { cookie: `__Host-lrt=${await refreshTokenOf(app, rep.email)}` };
  await fail(rep.email, 20);
  await owner("UPDATE core.sessions SET idle_expires_at = now() - interval '1 second'");
  assert.equal((await login(rep.email, PASSWORD, { headers })).status, 429);
});

test('all addresses of one IPv6 network are one caller, and the audit log names the full address', async () => {
  const from = (host: number) => `2001:db8:7:1::${host.toString(16)}`;
  for (let host = 1; host <= 60; host += 1)
    await login(`v6.${host}@example.com`, 'wrong', { from: from(host) });
  assert.equal((await login(world.alpha.rep.email, PASSWORD, { from: from(99) })).status, 429);
  assert.equal((await login(world.alpha.rep.email, PASSWORD, { from: '2001:db8:7:2::1' })).status, 200);
  const [line] = await ownerRows(app, 'SELECT address FROM core.audit ORDER BY id DESC LIMIT 1');
  assert.deepEqual(line, { address: '2001:db8:7:2::1' });
});

test('the stated wait is exact: a second less is refused, and the full wait is accepted', () => {
  const pause = (failures: number) => (failures < 5 ? 0 : Math.min(2 ** (failures - 5), 300));
  for (const [ages, limit, wait] of [
    [[], 20, 0],
    [[800, 700, 3], 20, 0],
    [[10, 9, 8, 7, 0.5], 20, 0.5],
    // The eighth failure would mean a wait of 8 seconds, but the oldest failures expire before.
    [[898, 897, 896, 895, 4, 3, 2, 1], 20, 3],
    [Array.from({ length: 20 }, () => 0), 20, 900],
    [[800, ...Array.from({ length: 19 }, () => 400)], 20, 100],
    [Array.from({ length: 62 }, (_, index) => 899 - index), 60, 3],
  ] as [number[], number, number][]) {
    const waited = secondsToWait(ages, limit, limit === 60 ? () => 0 : pause);
    assert.equal(waited, wait, JSON.stringify(ages));
    const later = (seconds: number) => ages.map((age) => age + seconds).filter((age) => age < 900);
    assert.equal(secondsToWait(later(wait), limit, limit === 60 ? () => 0 : pause), 0);
    if (wait > 0) assert.ok(secondsToWait(later(wait - 0.1), limit, limit === 60 ? () => 0 : pause) > 0);
  }
});

test('an attempt recorded by somebody else while this one waited causes no delay', async () => {
  const from = '203.0.113.77';
  const key = `hashtextextended('address ${from}', 0)`;
  const tried = await app.database.asOwner(async (connection) => {
    await connection.query(`SELECT pg_advisory_xact_lock(${key})`);
    const waits = login(world.alpha.rep.email, PASSWORD, { from });
    for (let waiting = 0; waiting === 0;) {
      const { rows } = await connection.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      waiting = rows[0]?.waiting ?? 0;
    }
    await connection.query(`INSERT INTO core.sign_in_attempts (account, address, failed, at)
      VALUES ('\\x00', '${from}', true, clock_timestamp())`);
    return { waits };
  });
  assert.equal((await tried.waits).status, 200);
});

test('an unknown account is limited like a known one', async () => {
  await fail('nobody@example.com', 20);
  assert.equal((await login('NOBODY@example.com ', PASSWORD)).status, 429);
});

test('guessing the current password with a stolen token is limited too, without affecting sign-in', async () => {
  const { token, email } = world.beta.rep;
  const body = { currentPassword: 'wrong', newPassword: 'maroon-kettle-92' };
  const guess = async () => (await app.call(profile.changePassword, { body }, token)).status;
  for (let tries = 0; tries < 5; tries += 1) assert.equal(await guess(), 422);
  await prolongPause(app);
  assert.equal(await guess(), 429);
  assert.equal((await login(email, PASSWORD)).status, 200);
});
