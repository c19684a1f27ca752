import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { auth } from '#shared/accounts/auth.ts';
import { clients } from '#shared/installation/clients.ts';
import { passkeys } from '#shared/accounts/passkeys.ts';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import { users } from '#shared/accounts/users.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import type { PasskeyRequest } from '#shared/accounts/webauthn.ts';
import { createApp } from '#server/app.ts';
import { letSuperadminIn } from '#server/features/access-links/superadmin-link.queries.ts';
import type { Mail } from '#server/outside/mail.ts';
import { addApp, codeOf } from '#test/accounts/authenticator.ts';
import { conditions } from '#test/outside/conditions.ts';
import { SoftPasskey, addPasskey, askedToSignIn, signInWith } from '#test/accounts/passkey.ts';
import { PASSWORD, createPerson, createTestClient, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const mails: Mail[] = [];
const { look, until } = conditions();
const sendMail = async (mail: Mail) => {
  mails.push(mail);
  look();
};
const { app, world } = await withWorld({ sendMail });
const { alpha, beta } = world;

const aRep = async (client = alpha.id) => await createPerson(app, 'salesrep', client);
const me = async (token: string) => (await app.call(auth.me, {}, token)).status;
const login = async ({ email }: { email: string }, more: object = {}) =>
  await app.call(auth.login, { body: { email, password: PASSWORD, ...more } });
/** The request for a passkey in the second step of a sign-in. */
const askedBy = async (person: Person) =>
  unchecked<{ data: { passkey: PasskeyRequest } }>((await login(person)).body).data.passkey;

test('a user with a passkey signs in by it alone, and by password only with it', async () => {
  const rep = await aRep();
  const { passkey, recoveryCodes } = await addPasskey(app, rep);
  assert.equal(recoveryCodes.length, 10);
  const alone = await signInWith(app, passkey);
  assert.equal(alone.status, 200, alone.text);
  assert.equal(alone.body.data.user.id, rep.id);
  assert.equal(await me(alone.body.data.accessToken), 200);

  const asked = await login(rep);
  assert.deepEqual(
    [asked.status, asked.body.code, asked.body.message],
    [401, 'second_factor_required', 'Use your passkey, or enter a code.'],
  );
  const second = await login(rep, { passkey: passkey.use(await askedBy(rep)) });
  assert.equal(second.status, 200, second.text);
  assert.equal((await login(rep, { code: recoveryCodes[0] })).status, 200);
  const { secret } = await addApp(app, { ...rep, token: second.body.data.accessToken });
  assert.equal((await login(rep, { code: codeOf(secret) })).status, 200);
});

test('the first passkey ends other sessions, tokens and links; a second one ends nothing', async () => {
  const rep = await aRep();
  const elsewhere = await signIn(app, rep.email);
  await addPasskey(app, rep);
  assert.deepEqual([await me(rep.token), await me(elsewhere)], [200, 401]);
  const again = (await signInWith(app, (await addPasskey(app, rep)).passkey)).body.data.accessToken;
  const { recoveryCodes } = await addPasskey(app, rep);
  assert.deepEqual([recoveryCodes, await me(again)], [[], 200]);
});

test('users see, name and remove only their own passkeys, five at most', async () => {
  const [rep, other] = [await aRep(), await aRep()];
  const { id, passkey } = await addPasskey(app, rep);
  const { data } = (await app.call(secondFactor.get, {}, rep.token)).body;
  assert.deepEqual(
    [data.passkeys.map(({ name }) => name), data.apps, data.recoveryCodesLeft],
    [['Phone'], [], 10],
  );
  assert.deepEqual((await app.call(secondFactor.get, {}, other.token)).body.data.passkeys, []);
  const remove = async (by: Person) => (await app.call(passkeys.remove, { params: { id } }, by.token)).status;
  assert.equal(await remove(other), 404);
  for (let more = 0; more < 4; more += 1) await addPasskey(app, rep);
  const options = (await app.call(passkeys.begin, {}, rep.token)).body.data;
  assert.equal(options.excludeCredentials.length, 5);
  const sixth = { name: 'Sixth', passkey: new SoftPasskey().create(options) };
  assert.equal((await app.call(passkeys.add, { body: sixth }, rep.token)).status, 409);
  assert.equal((await signInWith(app, passkey)).status, 200);
  assert.equal(await remove(rep), 200);
  const gone = await signInWith(app, passkey);
  assert.deepEqual(
    [gone.status, gone.body.message],
    [401, 'This passkey belongs to no account here. It may have been removed.'],
  );
  assert.equal((await login(rep)).status, 401);
});

test('the last factor takes the recovery codes with it, whether it is an app or a passkey', async () => {
  const rep = await aRep();
  const { id } = await addPasskey(app, rep);
  const { id: appId } = await addApp(app, rep);
  await app.call(passkeys.remove, { params: { id } }, rep.token);
  assert.equal((await login(rep)).status, 401);
  const params = { id: appId };
  await app.call(secondFactor.remove, { params, body: {} }, rep.token);
  assert.equal((await login(rep)).status, 200);
  const { data } = (await app.call(secondFactor.get, {}, rep.token)).body;
  assert.deepEqual(data, { apps: [], passkeys: [], recoveryCodesLeft: 0, isRequired: false });
});

test('a passkey satisfies a company that requires a second factor, which keeps the last one', async () => {
  const client = await createTestClient(app, 'passkeys_do');
  const { id, passkey } = await addPasskey(app, client.rep);
  const rules = { params: { id: client.id }, body: { who: 'everyone' as const } };
  await app.call(secondFactor.setRules, rules, world.superadmin.token);
  assert.deepEqual([await me(client.rep.token), await me(client.manager.token)], [200, 401]);
  const { data } = (await signInWith(app, passkey)).body;
  const removed = await app.call(passkeys.remove, { params: { id } }, data.accessToken);
  assert.deepEqual(
    [removed.status, removed.body.message],
    [409, 'You need a second step to sign in. Add another before you remove this one.'],
  );
  assert.equal((await signInWith(app, passkey)).status, 200);
});

test('deactivated users and clients are refused with a sentence, and go on once active again', async () => {
  const client = await createTestClient(app, 'passkeys_rest');
  const rep = await createPerson(app, 'salesrep', client.id);
  const { passkey } = await addPasskey(app, rep);
  const refused = async () => {
    const reply = await signInWith(app, passkey);
    return [reply.status, reply.body.message];
  };
  const sentence = [401, 'This account cannot sign in at present. Ask your administrator.'];
  const setUser = async (isActive: boolean) =>
    await app.call(users.setActive, { params: { id: rep.id }, body: { isActive } }, client.admin.token);
  assert.equal((await setUser(false)).status, 200);
  assert.deepEqual(await refused(), sentence);
  await setUser(true);
  assert.equal((await signInWith(app, passkey)).status, 200);
  const setClient = async (isActive: boolean) =>
    await app.call(
      clients.setActive,
      { params: { id: client.id }, body: { isActive } },
      world.superadmin.token,
    );
  assert.equal((await setClient(false)).status, 200);
  assert.deepEqual(await refused(), sentence);
  await setClient(true);
  assert.equal((await signInWith(app, passkey)).status, 200);
});

test('an admin’s reset and the operator’s link remove passkeys; a password link does not', async () => {
  const rep = await aRep();
  const { passkey } = await addPasskey(app, rep);
  const link = await app.call(accessLinks.resetLink, { params: { id: rep.id } }, alpha.admin.token);
  const password = 'maroon-kettle-92';
  await app.call(accessLinks.resetPassword, { body: { token: link.body.data.token, password } });
  assert.equal((await login(rep, { password })).body.code, 'second_factor_required');
  assert.equal((await signInWith(app, passkey)).status, 200);
  const reset = await app.call(secondFactor.reset, { params: { id: rep.id }, body: {} }, alpha.admin.token);
  assert.equal(reset.status, 200, reset.text);
  assert.equal((await signInWith(app, passkey)).status, 401);
  assert.equal((await login(rep, { password })).status, 200);

  const root = await createPerson(app, 'superadmin', null);
  const operators = await addPasskey(app, root);
  await letSuperadminIn(app.database, root.email);
  assert.equal((await signInWith(app, operators.passkey)).status, 401);
  assert.equal((await login(root)).status, 200);
});

test('passkeys that do not count are used again and again; a counter that does not rise is refused', async () => {
  const rep = await aRep();
  const quiet = new SoftPasskey();
  quiet.count = undefined;
  await addPasskey(app, rep, quiet);
  for (let times = 0; times < 3; times += 1) assert.equal((await signInWith(app, quiet)).status, 200);
  const { passkey } = await addPasskey(app, rep);
  assert.equal((await signInWith(app, passkey, { count: 41 })).status, 200);
  for (const count of [41, 40, 1, 0]) {
    const copied = await signInWith(app, passkey, { count });
    assert.deepEqual(
      [copied.status, copied.body.message],
      [401, 'This passkey may have been copied and was refused. Sign in another way, then remove it.'],
    );
  }
  assert.equal((await signInWith(app, passkey, { count: 42 })).status, 200);
});

test('of two answers to one challenge at once, one signs in', async () => {
  const rep = await aRep();
  const quiet = new SoftPasskey();
  quiet.count = undefined;
  await addPasskey(app, rep, quiet);
  const { options, cookie } = await askedToSignIn(app);
  const body = { passkey: quiet.use(options) };
  const send = async () => (await app.call(passkeys.signIn, { body, headers: { cookie } })).status;
  const both = await Promise.all([send(), send()]);
  assert.deepEqual(
    both.toSorted((a, b) => a - b),
    [200, 401],
  );
});

test('an admin of another client removes no factor', async () => {
  const rep = await aRep();
  const { id, passkey } = await addPasskey(app, rep);
  assert.equal((await app.call(passkeys.remove, { params: { id } }, beta.admin.token)).status, 404);
  assert.equal((await signInWith(app, passkey)).status, 200);
});

test('adding and removing a passkey is mailed to its owner', async () => {
  const rep = await aRep();
  const { id } = await addPasskey(app, rep);
  await app.call(passkeys.remove, { params: { id } }, rep.token);
  const own = () => mails.filter(({ to }) => to === rep.email);
  await until(() => own().length === 2);
  assert.deepEqual(
    own().map(({ subject }) => subject),
    ['A passkey was added to your LMS account', 'A passkey was removed from your LMS account'],
  );
  assert.match(own()[0]?.text ?? '', /“Phone” can now sign in to your account\./);
});

test('another process accepts the answer to a challenge, once for both', async () => {
  const rep = await aRep();
  const quiet = new SoftPasskey();
  quiet.count = undefined;
  await addPasskey(app, rep, quiet);
  const other = await createApp(
    app.config,
    app.database,
    app.database.installation.tokenKey,
    pino({ level: 'silent' }),
  );
  after(async () => await other.close());
  const { options, cookie } = await askedToSignIn(app);
  const payload = { passkey: quiet.use(options) };
  const call = { method: 'POST' as const, url: '/api/auth/passkeys/sign-in', headers: { cookie }, payload };
  assert.equal((await other.inject(call)).statusCode, 200);
  assert.equal((await app.app.inject(call)).statusCode, 401);
});
