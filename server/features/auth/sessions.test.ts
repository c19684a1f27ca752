import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { profile } from '#shared/accounts/profile.ts';
import { digestOf } from '#test/rows/digest.ts';
import { cookieOf, refreshTokenOf } from '#test/safety/principals.ts';
import { createPerson, PASSWORD, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

const newPerson = async (): Promise<Person> => await createPerson(app, 'salesrep', world.alpha.id);
const cookieFor = (token: string) => ({ cookie: `__Host-lrt=${token}` });
const isAlive = async (token: string) => (await app.call(auth.me, {}, token)).status === 200;

async function refresh(token: string, headers: Record<string, string> = {}) {
  const reply = await app.call(auth.refresh, { headers: { ...cookieFor(token), ...headers } });
  return {
    status: reply.status,
    access: reply.body.data?.accessToken,
    next: cookieOf(reply.headers['set-cookie']),
    reply,
  };
}

async function newSession(person: Person) {
  const reply = await app.call(auth.login, { body: { email: person.email, password: PASSWORD } });
  return { access: reply.body.data.accessToken, refresh: cookieOf(reply.headers['set-cookie']) };
}

/** Moves a user's sessions into the past. */
async function pass(person: Person, column: string, seconds: number): Promise<void> {
  await app.database.asOwner(async (owner) => {
    await owner.query(
      `UPDATE core.sessions SET ${column} = ${column} - make_interval(secs => ${seconds}) WHERE user_id = $1`,
      [person.id],
    );
  });
}

test('refreshing returns a new pair, and the old access token lives on for a moment', async () => {
  const person = await newPerson();
  const first = await newSession(person);
  const second = await refresh(first.refresh);
  assert.equal(second.status, 200);
  assert.ok(second.access && second.next);
  assert.equal(new Set([first.access, second.access, first.refresh, second.next]).size, 4);
  assert.deepEqual([await isAlive(first.access), await isAlive(second.access)], [true, true]);
  await pass(person, 'rotated_at', 11);
  assert.deepEqual([await isAlive(first.access), await isAlive(second.access)], [false, true]);
});

test('two tabs that refresh at the same instant, or within ten seconds, get the same pair', async () => {
  const person = await newPerson();
  let { refresh: token } = await newSession(person);
  for (let round = 0; round < 20; round += 1) {
    const tabs = await Promise.all([refresh(token), refresh(token), refresh(token)]);
    const late = await refresh(token);
    const [one] = tabs;
    for (const tab of [...tabs, late])
      assert.deepEqual([tab.status, tab.access, tab.next], [200, one.access, one.next]);
    token = one.next;
  }
});

test('a lost response of a refresh ends nothing: the old pair works until the new one is presented', async () => {
  const person = await newPerson();
  const first = await newSession(person);
  const lost = await refresh(first.refresh);
  await pass(person, 'rotated_at', 20 * 60);
  await pass(person, 'access_expires_at', 14 * 60);
  assert.equal(await isAlive(first.access), true);
  await pass(person, 'access_expires_at', 6 * 60);
  const again = await refresh(first.refresh);
  assert.deepEqual([again.status, again.access, again.next], [200, lost.access, lost.next]);
  assert.equal(await isAlive(again.access), true);
  assert.equal(await isAlive(first.access), false);
  assert.equal((await refresh(again.next)).status, 200);
});

test('a refresh token reused after the grace period ends its session, and the log records it', async () => {
  const person = await newPerson();
  const stolen = await newSession(person);
  const other = await newSession(person);
  const honest = await refresh(stolen.refresh);
  assert.equal(await isAlive(honest.access), true);
  await pass(person, 'rotated_at', 11);
  const reused = await refresh(stolen.refresh);
  assert.equal(reused.status, 401);
  assert.match(String(reused.reply.headers['set-cookie']), /^__Host-lrt=; .*Expires=Thu, 01 Jan 1970/);
  assert.equal(await isAlive(honest.access), false);
  assert.equal((await refresh(honest.next)).status, 401);
  assert.equal(await isAlive(other.access), true);
  const logged = await app.database.asOwner(
    async (owner) =>
      await owner.query(`SELECT 1 FROM core.audit WHERE action = 'refresh_reuse' AND actor_id = $1`, [
        person.id,
      ]),
  );
  assert.equal(logged.rowCount, 1);
});

test('a token that was never issued ends nobody else’s session', async () => {
  const person = await newPerson();
  const { access, refresh: token } = await newSession(person);
  await pass(person, 'rotated_at', 11);
  const before = await digestOf(app);
  const forged = `${token.slice(0, 26)}${randomBytes(33).toString('base64url').slice(0, 43)}`;
  for (const each of [
    forged,
    access.replace('lat_', 'lrt_'),
    '',
    'x',
    token.toUpperCase(),
    `${token}=`,
    token.slice(1),
  ])
    assert.equal((await refresh(each)).status, 401, each);
  assert.equal((await app.call(auth.refresh)).status, 401);
  assert.deepEqual(await digestOf(app), before);
  assert.equal((await refresh(token)).status, 200);
});

test('a session ends after an hour without refresh and after twelve hours, its access token after fifteen minutes', async () => {
  for (const [column, seconds, refreshed] of [
    ['idle_expires_at', 3601, 401],
    ['idle_expires_at', 3590, 200],
    ['expires_at', 12 * 3600 + 1, 401],
    ['expires_at', 12 * 3600 - 10, 200],
  ] as const) {
    // prettier-ignore
    const person = await newPerson();
    const { refresh: token } = await newSession(person);
    await pass(person, column, seconds);
    assert.equal((await refresh(token)).status, refreshed, `${column} ${seconds}`);
  }
  const person = await newPerson();
  const session = await newSession(person);
  await pass(person, 'access_expires_at', 15 * 60 - 10);
  assert.equal(await isAlive(session.access), true);
  await pass(person, 'access_expires_at', 11);
  assert.equal(await isAlive(session.access), false);
  assert.equal((await refresh(session.refresh)).status, 200);
});

test('only the page itself may call refresh and logout', async () => {
  const person = await newPerson();
  const { access, refresh: token } = await newSession(person);
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'CROSS-SITE' }, { 'sec-fetch-site': '' },
    { origin: 'https://evil.example' }, { origin: 'null' }, { origin: 'http://localhost.evil.example' }, { origin: 'localhost:80' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost:80', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://localhost:8080' }, { origin: '' },
  ]; // prettier-ignore
  const before = await digestOf(app);
  for (const headers of foreign) {
    for (const endpoint of [auth.refresh, auth.logout]) {
      const reply = await app.call(
        endpoint,
        { headers: { ...cookieFor(token), host: 'localhost:80', ...headers } },
        access,
      );
      assert.equal(reply.status, 403, `${endpoint.path} ${JSON.stringify(headers)}`);
      assert.equal(reply.headers['set-cookie'], undefined);
    }
  }
  assert.deepEqual(await digestOf(app), before);
  const own: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:3000' },
  ];
  for (const headers of own)
    assert.equal(
      (await refresh(token, { host: 'localhost:3000', ...headers })).status,
      200,
      JSON.stringify(headers),
    );
});

test('signing out ends the sessions of the bearer token and of the cookie, and no others', async () => {
  const person = await newPerson();
  const [byBearer, byCookie, kept] = [
    await newSession(person),
    await newSession(person),
    await newSession(person),
  ];
  const bearer = await app.call(auth.logout, {}, byBearer.access);
  const cookie = await app.call(auth.logout, { headers: cookieFor(byCookie.refresh) });
  for (const reply of [bearer, cookie]) {
    assert.equal(reply.status, 200);
    assert.match(String(reply.headers['set-cookie']), /^__Host-lrt=;/);
  }
  for (const ended of [byBearer, byCookie]) {
    assert.equal(await isAlive(ended.access), false);
    assert.equal((await refresh(ended.refresh)).status, 401);
  }
  const forged = `${kept.refresh.slice(0, -4)}AAAA`;
  await app.call(auth.logout, { headers: cookieFor(forged) });
  await app.call(auth.logout, {}, `${kept.access.slice(0, -4)}AAAA`);
  assert.equal(await isAlive(kept.access), true);
});

test('the eleventh session of a user ends the oldest', async () => {
  const person = await newPerson();
  const tokens = [person.token];
  for (let count = 0; count < 10; count += 1) tokens.push(await signIn(app, person.email));
  const alive = await Promise.all(tokens.map(isAlive));
  assert.deepEqual(alive, [false, ...Array.from({ length: 10 }, () => true)]);
});

test('no invented bearer token is a session, and none reaches the database', async () => {
  const { access, refresh: token } = await newSession(await newPerson());
  const made = [
    '', ' ', 'null', 'undefined', 'Bearer', access.slice(0, -1), `${access}A`, `x ${access}`, `${access} `, access.toUpperCase(), access.replace('lat_', 'lak_'),
    token, access.replace('_', '.'), `${access},${access}`, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.', "' OR 1=1 --", '../../etc/passwd', 'x'.repeat(8000),
    ...Array.from({ length: 45 }, () => `lat_${randomBytes(49).toString('base64url').slice(0, 65)}`),
  ]; // prettier-ignore
  const before = await digestOf(app);
  for (const bearer of made) assert.equal((await app.call(auth.me, {}, bearer)).status, 401, bearer);
  for (const authorization of [access, `Basic ${access}`, `Bearer${access}`, `Token ${access}`])
    assert.equal((await app.call(auth.me, { headers: { authorization } })).status, 401, authorization);
  assert.deepEqual(await digestOf(app), before);
  assert.equal(await isAlive(access), true);
});

test('neither tokens nor passwords are found in the database', async () => {
  const person = await newPerson();
  const { access, refresh: token } = await newSession(person);
  // Accounts of tests have a cheap hash, so one made by the product is checked.
  const body = { currentPassword: PASSWORD, newPassword: 'maroon-kettle-92' };
  assert.equal((await app.call(profile.changePassword, { body }, access)).status, 200);
  const dump = await app.database.asOwner(async (owner) => {
    const tables = await owner.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relkind = 'r' AND relnamespace::regnamespace::text !~ '^(pg_|information)'`,
    );
    let text = '';
    for (const { name } of tables.rows) {
      const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      text += rows.map(({ row }) => `${row}\n`).join('');
    }
    return text;
  });
  const sha = (text: string) => createHash('sha256').update(text).digest('hex');
  for (const secret of [access, token, body.newPassword]) {
    assert.ok(!dump.includes(secret));
    assert.ok(!dump.includes(Buffer.from(secret).toString('hex')));
    assert.ok(!dump.includes(Buffer.from(secret).toString('base64')));
    assert.ok(!dump.includes(secret.slice(26, 60) || secret));
  }
  assert.ok(dump.includes(sha(access)) && dump.includes(sha(token)) && !dump.includes(sha(body.newPassword)));
  assert.match(dump, /\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('an access token is not accepted as a refresh token, nor the reverse', async () => {
  const { access, refresh: token } = await newSession(await newPerson());
  assert.equal((await refresh(access)).status, 401);
  assert.equal(await isAlive(token), false);
  assert.equal((await refreshTokenOf(app, world.alpha.rep.email)).startsWith('lrt_'), true);
});
