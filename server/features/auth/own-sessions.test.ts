import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { auth } from '#shared/accounts/auth.ts';
import { createApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { openCore } from '#server/db/system-scope.ts';
import { Tokens, sessionIdOf } from '#server/secrets/tokens.ts';
import { openTestApp } from '#test/app.ts';
import { cookieOf } from '#test/safety/principals.ts';
import { createPerson, PASSWORD, withOwnWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0';
const PHONE =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';

const { app, world } = await withOwnWorld();

const newPerson = async () => await createPerson(app, 'salesrep', world.alpha.id);
const isAlive = async (token: string) => (await app.call(auth.me, {}, token)).status === 200;
const cookieFor = (refresh: string) => ({ cookie: `__Host-lrt=${refresh}` });
const sessionsOf = async (token: string) => (await app.call(auth.sessions, {}, token)).body.data.sessions;

async function newSession({ email }: Person, headers: Record<string, string> = {}, from = '127.0.0.1') {
  const reply = await app.call(auth.login, { body: { email, password: PASSWORD }, headers, from });
  assert.equal(reply.status, 200, reply.text);
  return { access: reply.body.data.accessToken, refresh: cookieOf(reply.headers['set-cookie']) };
}
const refresh = async (token: string, headers: Record<string, string> = {}, from = '127.0.0.1') =>
  await app.call(auth.refresh, { headers: { ...cookieFor(token), ...headers }, from });

test('the list shows device and address of each session, the most recent first, and nobody else’s', async () => {
  const person = await newPerson();
  const one = await newSession(person, { 'user-agent': FIREFOX }, '203.0.113.7');
  const two = await newSession(person, { 'user-agent': '<script>alert(1)</script>' }, '2001:db8::9');
  await refresh(one.refresh, { 'user-agent': PHONE }, '203.0.113.8');
  const [own] = await sessionsOf(person.token);
  const seen = (await sessionsOf(one.access)).map(({ device, address, isCurrent }) => ({
    device,
    address,
    isCurrent,
  }));
  assert.deepEqual(seen, [
    { device: 'Chrome on Android', address: '203.0.113.8', isCurrent: true },
    { device: 'A program', address: '2001:db8::9', isCurrent: false },
    { device: 'A program', address: '127.0.0.1', isCurrent: false },
  ]);
  assert.ok(own && own.createdAt <= own.lastUsedAt);
  assert.deepEqual(
    (await sessionsOf(two.access)).map(({ isCurrent }) => isCurrent),
    [false, true, false],
  );
});

test('expired sessions are not shown', async () => {
  const person = await newPerson();
  await newSession(person);
  for (const column of ['idle_expires_at', 'expires_at']) {
    const { access } = await newSession(person);
    await app.database.asOwner(
      async (owner) =>
        await owner.query(`UPDATE core.sessions SET ${column} = now() WHERE id = $1`, [
          sessionIdOf('lat', access),
        ]),
    );
  }
  assert.equal((await sessionsOf(person.token)).length, 2);
});

test('one device can sign out another, but nobody signs out another user’s devices', async () => {
  const person = await newPerson();
  const lost = await newSession(person);
  const id = sessionIdOf('lat', lost.access) ?? '';
  for (const other of [world.superadmin, world.alpha.admin, await newPerson()]) {
    const refused = await app.call(auth.endSession, { params: { id } }, other.token);
    assert.deepEqual([refused.status, refused.body.message], [404, 'This session has ended already.']);
  }
  assert.ok(await isAlive(lost.access));
  assert.equal((await app.call(auth.endSession, { params: { id } }, person.token)).status, 200);
  assert.deepEqual([await isAlive(lost.access), (await refresh(lost.refresh)).status], [false, 401]);
  assert.ok(await isAlive(person.token));
});

test('signing out everywhere ends every session of the user, including this one, and nobody else’s', async () => {
  const person = await newPerson();
  const other = await newSession(person);
  const reply = await app.call(auth.endSessions, {}, person.token);
  assert.equal(reply.status, 200);
  assert.match(String(reply.headers['set-cookie']), /^__Host-lrt=;/);
  assert.deepEqual([await isAlive(person.token), await isAlive(other.access)], [false, false]);
  assert.ok(await isAlive(world.alpha.rep.token));
  const { rows } = await app.database.asOwner(
    async (owner) =>
      await owner.query('SELECT action FROM core.audit WHERE actor_id = $1 ORDER BY id DESC LIMIT 1', [
        person.id,
      ]),
  );
  assert.deepEqual(rows, [{ action: 'signed_out_everywhere' }]);
});

test('signing in again in a browser ends its previous session, whoever signs in', async () => {
  const person = await newPerson();
  const first = await newSession(person);
  const second = await newSession(person, cookieFor(first.refresh));
  assert.deepEqual([await isAlive(first.access), await isAlive(second.access)], [false, true]);
  const third = await newSession(world.beta.rep, cookieFor(second.refresh));
  assert.deepEqual([await isAlive(second.access), await isAlive(third.access)], [false, true]);
  // Neither a wrong password nor a forged cookie ends anything.
  const forged = `${third.refresh.slice(0, -4)}AAAA`;
  await newSession(person, cookieFor(forged));
  const body = { email: person.email, password: 'wrong' };
  await app.call(auth.login, { body, headers: cookieFor(third.refresh) });
  assert.ok(await isAlive(third.access));
});

test('on https the unprefixed cookie, which others can plant, is not accepted as a refresh token', async () => {
  const { access, refresh: token } = await newSession(await newPerson());
  const headers = { cookie: `lrt=${token}` };
  assert.equal((await app.call(auth.refresh, { headers })).status, 401);
  await app.call(auth.logout, { headers });
  assert.ok(await isAlive(access));
});

test('a sign-in whose password changes during the check opens no session', async () => {
  const person = await newPerson();
  const core = openCore(app.database);
  const signingIn = await core.transaction().execute(async (trx) => {
    await trx
      .updateTable('core.users')
      .set({ password_hash: 'another' })
      .where('id', '=', person.id)
      .execute();
    const reply = app.call(auth.login, { body: { email: person.email, password: PASSWORD } });
    // The sign-in waits for this transaction after it has checked the old password.
    const waits = async () =>
      await app.database.asOwner(
        async (owner) =>
          (
            await owner.query(
              "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%core.sessions%'",
            )
          ).rowCount === 1,
      );
    const answered = new AbortController();
    void reply.then(() => answered.abort());
    while (!answered.signal.aborted && !(await waits()))
      await new Promise((resolve) => void setImmediate(resolve));
    return { reply };
  });
  assert.equal((await signingIn.reply).status, 401);
});

test('tokens derive from a random secret that every process has and no request can read', async () => {
  const { tokenKey } = app.database.installation;
  assert.match(tokenKey, /^[\da-f]{64}$/);
  const second = await openDatabase(app.owner, 'another fallback');
  assert.equal(second.installation.tokenKey, tokenKey);
  await second.close();
  const { access } = await newSession(world.beta.otherRep);
  assert.equal(new Tokens(tokenKey).of(sessionIdOf('lat', access) ?? '', 0).access, access);
  const fresh = await openTestApp();
  assert.notEqual(fresh.database.installation.tokenKey, tokenKey);
  await fresh.close();
});

test('only a trusted proxy’s forwarded addresses tell callers apart', async () => {
  const log = pino({ level: 'silent' });
  for (const [trustProxy, from, forwarded, address] of [
    [false, '127.0.0.1', '203.0.113.5', '127.0.0.1'],
    [['127.0.0.1', '10.0.0.0/8'], '10.2.3.4', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
    [['127.0.0.1'], '203.0.113.66', '203.0.113.5', '203.0.113.66'],
    [['127.0.0.1'], '127.0.0.1', '2001:db8::5', '2001:db8::5'],
    [2, '10.2.3.4', '198.51.100.1, 203.0.113.5, 10.9.9.9', '203.0.113.5'],
  ] as const) {
    const config = { ...app.config, trustProxy: Array.isArray(trustProxy) ? [...trustProxy] : trustProxy };
    const proxied = await createApp(
      config as typeof app.config,
      app.database,
      app.database.installation.tokenKey,
      log,
    );
    const reply = await proxied.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: world.alpha.otherRep.email, password: PASSWORD },
      headers: { 'x-forwarded-for': forwarded },
      remoteAddress: from,
    });
    const token = (JSON.parse(reply.body) as { data: { accessToken: string } }).data.accessToken;
    const current = (await sessionsOf(token)).find(({ isCurrent }) => isCurrent);
    assert.equal(current?.address, address, JSON.stringify([trustProxy, from, forwarded]));
    await proxied.close();
  }
});
