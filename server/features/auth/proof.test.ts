import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessTokens, tokenRefusal } from '#shared/accounts/access-tokens.ts';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import { auth } from '#shared/accounts/auth.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { proof } from '#shared/accounts/proof.ts';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import { prolongPause } from '#test/accounts/attempts.ts';
import type { Reply } from '#test/app.ts';
import { digestOf } from '#test/rows/digest.ts';
import { inputOf } from '#test/matrix/matrix.ts';
import type { Input } from '#test/matrix/example.ts';
import { addPasskey } from '#test/accounts/passkey.ts';
import { livingPrincipals } from '#test/safety/principals.ts';
import { ageProof } from '#test/accounts/proof.ts';
import { prepareTargets } from '#test/safety/targets.ts';
import { PASSWORD, createPerson, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha } = world;
const PROVEN = ENDPOINTS.filter(({ proof: needed }) => needed === 'fresh');
const SENTENCE = 'Confirm with your password or a passkey that it’s you, then try again.';

const aRep = async () => await createPerson(app, 'salesrep', alpha.id);
const make = async (token: string, headers = {}) =>
  await app.call(secondFactor.begin, { body: { name: 'Phone' }, headers }, token);
const give = async (body: object, { token }: Person) => await app.call(proof.give, { body }, token);

test('these calls need a fresh proof', () => {
  assert.deepEqual(PROVEN.map(({ method, path }) => `${method} ${path}`).toSorted(), [
    'DELETE /auth/passkeys/:id',
    'DELETE /clients/:id/provider',
    'DELETE /clients/:id/scim',
    'GET /auth/passkeys/new',
    'GET /clients/:id/archive',
    'PATCH /webhooks/:id',
    'POST /api-keys/create',
    'POST /api-keys/rotate',
    'POST /auth/passkeys',
    'POST /auth/second-factor/apps',
    'POST /auth/second-factor/apps/:id/confirm',
    'POST /auth/second-factor/apps/:id/remove',
    'POST /auth/second-factor/recovery-codes',
    'POST /auth/tokens',
    'POST /clients/:id/scim',
    'POST /service-tokens',
    'POST /sources',
    'POST /sources/:id/secret',
    'POST /users',
    'POST /users/:id/reset-link',
    'POST /users/:id/reset-second-factor',
    'POST /users/invitations',
    'POST /webhooks',
    'POST /webhooks/:id/secret',
    'PUT /clients/:id/provider',
  ]);
});

test('after ten minutes, each of them is refused with a code and changes nothing', async () => {
  await prepareTargets(app, world);
  const principals = await livingPrincipals(app, world);
  const admin = principals.find(({ person }) => person?.id === world.superadmin.id);
  assert.ok(admin?.person && admin.token);
  const calls: { endpoint: Endpoint; input: Input }[] = [];
  for (const endpoint of PROVEN)
    calls.push({
      endpoint,
      input: await inputOf(endpoint, { test: app, world, principal: admin, target: 'own' }, true),
    });
  await ageProof(app, admin.person);
  const before = await digestOf(app);
  for (const { endpoint, input } of calls) {
    const reply: Reply<Endpoint> = await app.call(endpoint, input, admin.token);
    const named = `${endpoint.method} ${endpoint.path}`;
    assert.deepEqual(
      [reply.status, reply.body.code, reply.body.message],
      [403, 'fresh_proof_required', SENTENCE],
      named,
    );
  }
  assert.deepEqual(await digestOf(app), before);
});

test('who may not make a call hears that, and not that a proof is missing', async () => {
  const rep = await aRep();
  await ageProof(app, rep);
  const reply = await app.call(
    secondFactor.reset,
    { params: { id: alpha.otherRep.id }, body: {} },
    rep.token,
  );
  assert.deepEqual([reply.status, reply.body.code], [403, 'forbidden']);
});

test('no token can make a call that needs a proof', () => {
  for (const endpoint of PROVEN)
    assert.equal(tokenRefusal('write', endpoint), 'An access token cannot do this. Sign in instead.');
});

test('a sign-in counts for ten minutes, a password or passkey for ten more, in this session only', async () => {
  const rep = await aRep();
  const elsewhere = await signIn(app, rep.email);
  await ageProof(app, rep, 590);
  assert.equal((await make(rep.token)).status, 201);
  await ageProof(app, rep);
  assert.equal((await make(rep.token)).status, 403);
  assert.equal((await give({ currentPassword: PASSWORD }, rep)).status, 200);
  assert.deepEqual([(await make(rep.token)).status, (await make(elsewhere)).status], [201, 403]);

  const { passkey } = await addPasskey(app, rep);
  await ageProof(app, rep);
  const request = (await app.call(proof.options, {}, rep.token)).body.data.passkey;
  assert.ok(request);
  assert.equal((await give({ passkey: passkey.use(request) }, rep)).status, 200);
  assert.equal((await make(rep.token)).status, 201);
});

test('the call that was refused can be sent again under its key', async () => {
  const rep = await aRep();
  await ageProof(app, rep);
  const headers = { 'idempotency-key': 'again' };
  assert.equal((await make(rep.token, headers)).status, 403);
  await give({ currentPassword: PASSWORD }, rep);
  assert.equal((await make(rep.token, headers)).status, 201);
});

test('a password in the call itself is a proof, as in version 1.0.0', async () => {
  const rep = await aRep();
  await ageProof(app, rep);
  const begin = async (currentPassword: string) =>
    await app.call(secondFactor.begin, { body: { name: 'Phone', currentPassword } }, rep.token);
  const wrong = await begin('wrong');
  assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.field], [422, 'currentPassword']);
  assert.equal((await make(rep.token)).status, 403);
  assert.equal((await begin(PASSWORD)).status, 201);
  assert.equal((await make(rep.token)).status, 201);
});

test('a refreshed session is not thereby proven', async () => {
  const rep = await aRep();
  const login = await app.call(auth.login, { body: { email: rep.email, password: PASSWORD } });
  const cookie = String([login.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  await ageProof(app, rep);
  const { accessToken } = (await app.call(auth.refresh, { headers: { cookie } })).body.data;
  assert.equal((await make(accessToken)).status, 403);
});

test('a wrong proof proves nothing, and guesses are limited', async () => {
  const [rep, other] = [await aRep(), await aRep()];
  const { passkey: others } = await addPasskey(app, other);
  const { passkey } = await addPasskey(app, rep);
  const request = (await app.call(proof.options, {}, rep.token)).body.data.passkey;
  assert.ok(request);
  const used = passkey.use(request);
  assert.equal((await give({ passkey: used }, rep)).status, 200);
  await ageProof(app, rep);
  const next = (await app.call(proof.options, {}, rep.token)).body.data.passkey;
  assert.ok(next);
  for (const [body, field] of [
    [{}, 'currentPassword'],
    [{ currentPassword: '' }, 'currentPassword'],
    [{ currentPassword: 'wrong' }, 'currentPassword'],
    [{ passkey: used }, 'passkey'],
    [{ passkey: others.use(next) }, 'passkey'],
    [{ passkey: passkey.use(next, { flags: 1 }) }, 'passkey'],
    [{ passkey: others.use(next, { id: passkey.id }) }, 'passkey'],
  ] as const) {
    const reply = await give(body, rep);
    assert.deepEqual([reply.status, reply.body.errors?.[0]?.field], [422, field], reply.text);
    assert.equal((await make(rep.token)).status, 403);
  }
  for (let tries = 0; tries < 5; tries += 1) await give({ currentPassword: 'wrong' }, rep);
  await prolongPause(app);
  assert.equal((await give({ currentPassword: 'wrong' }, rep)).status, 429);
  const { token } = (
    await app.call(
      accessTokens.create,
      { body: { name: 'Script', scope: 'write' as const, days: null } },
      other.token,
    )
  ).body.data;
  assert.equal((await app.call(proof.give, { body: { currentPassword: PASSWORD } }, token)).status, 403);
});
