import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessTokens } from '#shared/accounts/access-tokens.ts';
import { auth } from '#shared/accounts/auth.ts';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import type { FactorRules, FactorSetup } from '#shared/accounts/second-factor.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { letSuperadminIn } from '#server/features/access-links/superadmin-link.queries.ts';
import { requireOfSuperadmins } from '#server/accounts/second-factor-rule.ts';
import { prolongPause } from '#test/accounts/attempts.ts';
import { addApp, codeOf } from '#test/accounts/authenticator.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import type { Reply } from '#test/app.ts';
import { digestOf } from '#test/rows/digest.ts';
import { PASSWORD, createPerson, createTestClient, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, beta } = world;

type More = { code?: string; rememberDevice?: boolean; cookie?: string; password?: string };
const login = async ({ email }: { email: string }, { cookie, password = PASSWORD, ...more }: More = {}) =>
  await app.call(auth.login, { body: { email, password, ...more }, ...(cookie && { headers: { cookie } }) });
const markOf = (reply: { headers: Record<string, unknown> }) =>
  [reply.headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0] ?? '')
    .find((cookie) => cookie.startsWith('__Host-ldm=')) ?? assert.fail('no mark');
/** Forgets wrong passwords and codes, which are limited. */
const forgetAttempts = async () =>
  await app.database.asOwner(async (owner) => await owner.query('DELETE FROM core.sign_in_attempts'));
const aRep = async (client = alpha.id) => await createPerson(app, 'salesrep', client);
const me = async (token: string) => (await app.call(auth.me, {}, token)).status;
const require = async (clientId: string, rules: Partial<FactorRules>, by: Person = world.superadmin) =>
  await app.call(secondFactor.setRules, { params: { id: clientId }, body: rules }, by.token);

test('a user with an app signs in with password and code, and with neither alone', async () => {
  const rep = await aRep();
  const { secret } = await addApp(app, rep);
  const asked = await login(rep);
  assert.deepEqual(
    [asked.status, asked.body.code, asked.body.message],
    [401, 'second_factor_required', 'Enter the code from your authenticator app.'],
  );
  assert.equal(asked.headers['set-cookie'], undefined);
  const wrong = await login(rep, { code: '000000' });
  assert.deepEqual(
    [wrong.status, wrong.body.code, wrong.body.errors?.[0]?.field],
    [401, 'second_factor_required', 'code'],
  );
  const guessed = await login(rep, { code: codeOf(secret), password: 'wrong' });
  assert.deepEqual([guessed.status, guessed.body.message], [401, 'Invalid email or password']);
  const code = codeOf(secret);
  const right = await login(rep, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  assert.equal(right.status, 200, right.text);
  assert.equal(await me(right.body.data.accessToken), 200);
});

test('a code works once, and a code of five minutes ago or of another user never', async () => {
  const [rep, other] = [await aRep(), await aRep()];
  const { secret } = await addApp(app, rep);
  const { secret: othersSecret } = await addApp(app, other);
  for (const code of [codeOf(secret, -10), codeOf(othersSecret), '', '0', 'null', "' OR 1=1"]) {
    assert.equal((await login(rep, { code })).status, 401, code);
    await forgetAttempts();
  }
  const code = codeOf(secret);
  const both = await Promise.all([login(rep, { code }), login(rep, { code })]);
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 401],
  );
  assert.equal((await login(rep, { code })).status, 401);
});

test('each recovery code signs in once, and new ones replace the old', async () => {
  const rep = await aRep();
  const { recoveryCodes } = await addApp(app, rep);
  assert.equal(new Set(recoveryCodes).size, 10);
  const [first = '', second = ''] = recoveryCodes;
  assert.equal((await login(rep, { code: first.toUpperCase().replaceAll('-', ' ') })).status, 200);
  assert.equal((await login(rep, { code: first })).status, 401);
  const { token } = { token: (await login(rep, { code: second })).body.data.accessToken };
  assert.equal((await app.call(secondFactor.get, {}, token)).body.data.recoveryCodesLeft, 8);
  const renewed = await app.call(secondFactor.newCodes, { body: {} }, token);
  assert.equal(renewed.body.data.recoveryCodes.length, 10);
  assert.equal((await login(rep, { code: recoveryCodes[2] ?? '' })).status, 401);
  assert.equal((await login(rep, { code: renewed.body.data.recoveryCodes[0] ?? '' })).status, 200);
});

test('wrong codes are limited apart from passwords, and do not lock the owner out of a known browser', async () => {
  const rep = await aRep();
  const { secret, recoveryCodes } = await addApp(app, rep);
  const cookie = markOf(await login(rep, { code: recoveryCodes[0] ?? '' }));
  for (let tries = 0; tries < 5; tries += 1) assert.equal((await login(rep, { code: '000000' })).status, 401);
  await prolongPause(app);
  assert.equal((await login(rep, { code: codeOf(secret) })).status, 429);
  assert.equal((await login(rep, { code: codeOf(secret), cookie })).status, 200);
});

test('a remembered browser needs no code for thirty days, for this user only, until the password changes', async () => {
  const [rep, other] = [await aRep(), await aRep()];
  const { secret } = await addApp(app, rep);
  await addApp(app, other);
  const remembered = await login(rep, { code: codeOf(secret), rememberDevice: true });
  const cookie = markOf(remembered);
  const again = await login(rep, { cookie });
  assert.equal(again.status, 200, again.text);
  assert.equal((await login(rep, { cookie })).status, 401, 'the mark has been replaced');
  const next = markOf(again);
  assert.equal((await login(other, { cookie: next })).status, 401);
  assert.equal((await login(rep, {})).status, 401);
  await app.database.asOwner(
    async (owner) =>
      await owner.query("UPDATE core.trusted_devices SET expires_at = now() - interval '1 second'"),
  );
  assert.equal((await login(rep, { cookie: next })).status, 401);
  const fresh = markOf(await login(rep, { code: codeOf(secret, 1), rememberDevice: true }));
  await app.call(auth.endSessions, {}, (await login(rep, { cookie: fresh })).body.data.accessToken);
  assert.equal((await login(rep, { cookie: fresh })).status, 401, 'signed out everywhere');
});

test('adding the first app ends other sessions and tokens, and needs a right code', async () => {
  const rep = await aRep();
  const elsewhere = await signIn(app, rep.email);
  const token = (
    await app.call(
      accessTokens.create,
      { body: { name: 'Script', scope: 'read' as const, days: null } },
      rep.token,
    )
  ).body.data;
  const begun = (await app.call(secondFactor.begin, { body: { name: 'Phone' } }, rep.token)).body.data;
  assert.match(begun.uri, /^otpauth:\/\/totp\/LMS:/);
  const confirm = async (code: string, by = rep, id = begun.id) =>
    await app.call(secondFactor.confirm, { params: { id }, body: { code } }, by.token);
  assert.equal((await confirm('000000')).status, 422);
  assert.equal((await login(rep)).status, 200, 'an unconfirmed app asks for nothing');
  assert.equal((await confirm(codeOf(begun.secret), alpha.otherRep)).status, 404);
  assert.equal((await confirm(codeOf(begun.secret))).status, 200);
  assert.deepEqual([await me(rep.token), await me(elsewhere), await me(token.token)], [200, 401, 401]);
  assert.equal((await confirm(codeOf(begun.secret, 1))).status, 404, 'confirmed already');
});

test('users see, name and remove only their own apps', async () => {
  const [rep, other] = [await aRep(), await aRep()];
  const { id } = await addApp(app, rep);
  const listed = (await app.call(secondFactor.get, {}, rep.token)).body.data;
  assert.deepEqual([listed.apps.map(({ name }) => name), listed.isRequired], [['Phone'], false]);
  assert.deepEqual((await app.call(secondFactor.get, {}, other.token)).body.data.apps, []);
  const remove = async (by: Person) =>
    await app.call(secondFactor.remove, { params: { id }, body: {} }, by.token);
  const before = await digestOf(app);
  assert.equal((await remove(other)).status, 404);
  assert.deepEqual(await digestOf(app), before);
  assert.equal((await remove(rep)).status, 200);
  assert.equal((await login(rep)).status, 200);
});

test('a required factor ends sessions without one, and is set up at the next sign-in', async () => {
  const client = await createTestClient(app, 'everyone_needs');
  const { rep, admin } = client;
  const token = (
    await app.call(
      accessTokens.create,
      { body: { name: 'Script', scope: 'read' as const, days: null } },
      rep.token,
    )
  ).body.data;
  const saved = await require(client.id, { who: 'everyone' }, admin);
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual([await me(rep.token), await me(admin.token), await me(token.token)], [401, 401, 401]);
  const asked = await login(rep);
  assert.deepEqual([asked.status, asked.body.code], [401, 'second_factor_setup']);
  const setup = unchecked<{ data: FactorSetup }>(asked.body).data;
  const wrong = await login(rep, { code: '000000' });
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'second_factor_setup']);
  const done = await login(rep, { code: codeOf(setup.secret) });
  assert.equal(done.status, 200, done.text);
  assert.equal(done.body.data.recoveryCodes?.length, 10);
  assert.deepEqual([await me(done.body.data.accessToken), await me(token.token)], [200, 401]);
  assert.equal((await login(rep)).body.code, 'second_factor_required');
  const { apps } = (await app.call(secondFactor.get, {}, done.body.data.accessToken)).body.data;
  const removed = await app.call(
    secondFactor.remove,
    { params: { id: apps[0]?.id ?? '' }, body: {} },
    done.body.data.accessToken,
  );
  assert.equal(removed.status, 409, removed.text);
});

test('a factor can be required of admins only, and from a day on', async () => {
  const client = await createTestClient(app, 'admins_need');
  await require(client.id, { who: 'admins' });
  assert.deepEqual([(await login(client.rep)).status, (await login(client.admin)).status], [200, 401]);
  await require(client.id, { from: '2999-01-01' });
  assert.equal((await login(client.admin)).status, 200);
  const strange = await require(client.id, { who: 'nobody' }, beta.admin);
  assert.equal(strange.status, 404);
  assert.equal((await require(client.id, { who: 'nobody' }, alpha.rep)).status, 403);
});

test('a password link changes the password and not the factor', async () => {
  const rep = await aRep();
  await addApp(app, rep);
  const link = await app.call(accessLinks.resetLink, { params: { id: rep.id } }, alpha.admin.token);
  const password = 'maroon-kettle-92';
  await app.call(accessLinks.resetPassword, { body: { token: link.body.data.token, password } });
  assert.equal((await login(rep, { password })).body.code, 'second_factor_required');
});

test('an admin resets a user’s factors; other admins and reps cannot', async () => {
  const rep = await aRep();
  await addApp(app, rep);
  const reset = async (by: Person) =>
    await app.call(secondFactor.reset, { params: { id: rep.id }, body: {} }, by.token);
  const before = await digestOf(app);
  assert.equal((await reset(beta.admin)).status, 404);
  assert.equal((await reset(alpha.otherRep)).status, 403);
  assert.deepEqual(await digestOf(app), before);
  assert.equal((await reset(alpha.admin)).status, 200);
  assert.equal(await me(rep.token), 401);
  assert.equal((await login(rep)).status, 200);
});

test('superadmins need a factor where the operator says so, and the operator can let them in without', async () => {
  const root = await createPerson(app, 'superadmin', null);
  requireOfSuperadmins(true);
  try {
    assert.equal((await login(root)).body.code, 'second_factor_setup');
    assert.equal((await login(alpha.rep)).status, 200);
    requireOfSuperadmins(false);
    const { secret } = await addApp(app, root);
    assert.equal((await login(root)).body.code, 'second_factor_required');
    await letSuperadminIn(app.database, root.email);
    assert.equal((await login(root)).status, 200);
    assert.equal((await login(root, { code: codeOf(secret) })).status, 200);
  } finally {
    requireOfSuperadmins(false);
  }
});

test('an app is confirmed, removed and reset once per key, and returns the same recovery codes', async () => {
  const person = await createPerson(app, 'salesrep', alpha.id);
  const add = async () => {
    const { data } = (await app.call(secondFactor.begin, { body: { name: 'Phone' } }, person.token)).body;
    return data;
  };
  const twice = async (key: string, call: (headers: Record<string, string>) => Promise<Reply<Endpoint>>) => {
    const [first, again] = [await call({ 'idempotency-key': key }), await call({ 'idempotency-key': key })];
    assert.deepEqual([first.status, again.status, again.body.data], [200, 200, first.body.data], again.text);
  };
  const { id, secret } = await add();
  const code = codeOf(secret);
  await twice(
    'confirm',
    async (headers) =>
      await app.call(secondFactor.confirm, { params: { id }, body: { code }, headers }, person.token),
  );
  await twice(
    'codes',
    async (headers) => await app.call(secondFactor.newCodes, { body: {}, headers }, person.token),
  );
  await twice(
    'remove',
    async (headers) =>
      await app.call(secondFactor.remove, { params: { id }, body: {}, headers }, person.token),
  );
  await addApp(app, person);
  await twice(
    'reset',
    async (headers) =>
      await app.call(secondFactor.reset, { params: { id: person.id }, body: {}, headers }, alpha.admin.token),
  );
});
