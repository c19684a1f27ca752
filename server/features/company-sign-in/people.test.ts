import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { auth } from '#shared/accounts/auth.ts';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { users } from '#shared/accounts/users.ts';
import { createApp } from '#server/app.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { withProvider } from '#test/accounts/at-provider.ts';
import { addApp, codeOf } from '#test/accounts/authenticator.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app, world } = await withWorld();
const at = await withProvider(app);
const { provider } = at;
let number = 0;
let client: TestClient;
beforeEach(async () => {
  client = await createTestClient(app, `people${(number += 1)}`);
  provider.people.clear();
});
after(() => provider.tamper(undefined));

const own = (name: string) => `${name}@${client.schema}.test`;
const connect = async (changes: Parameters<typeof at.connect>[2] = {}) => {
  const reply = await at.connect(client, client.admin, changes);
  assert.equal(reply.status, 200, reply.text);
};
const signIn = async (sub: string, claims: Record<string, unknown> = {}) =>
  await at.signIn(client, `${client.schema}-${sub}`, claims);

test('a company lets everybody of its domains in, with the names and the role it has chosen', async () => {
  await connect({ newcomers: 'domain', role: 'manager' });
  const reply = await signIn('neha', { email: own('neha'), given_name: 'Neha', family_name: 'Rao' });
  const { user } = reply.body.data;
  assert.deepEqual(
    [reply.status, user.firstName, user.lastName, user.role.name, user.clientId],
    [200, 'Neha', 'Rao', 'manager', client.id],
  );
  const names = await signIn('arjun', { email: own('arjun.mehta'), given_name: 'Visit www.evil.example' });
  assert.deepEqual([names.body.data.user.firstName, names.body.data.user.lastName], ['Arjun', 'Mehta']);
  const foreign = await signIn('foreign', { email: 'x@foreign.test' });
  assert.equal(foreign.status, 401);
  const listed = await app.call(users.list, {}, client.manager.token);
  assert.ok(listed.body.data.users.some(({ firstName }) => firstName === 'Neha'));
});

test('a person who comes in twice at once gets one account', async () => {
  await connect({ newcomers: 'domain' });
  provider.people.set('twice', { email: own('twice'), email_verified: true });
  provider.signInAs('twice');
  const begun = [await at.begin(client), await at.begin(client)];
  const addresses = [await at.visit(begun[0]?.url ?? ''), await at.visit(begun[1]?.url ?? '')];
  await Promise.all(
    begun.map(async ({ cookie }, index) => await at.comeBack(addresses[index] as URL, cookie)),
  );
  const replies = [await at.finish(begun[0]?.cookie), await at.finish(begun[1]?.cookie)];
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
    replies.map(({ text }) => text).join(),
  );
  assert.equal(new Set(replies.map(({ body }) => body.data.user.id)).size, 1);
});

test('a claim gives the role, at the first sign-in and at later ones, the highest of several', async () => {
  const roleValues = { admin: 'lms-admins', manager: 'lms-leads', salesrep: null };
  await connect({ newcomers: 'domain', roleClaim: 'groups', roleValues });
  const role = async (groups: unknown) =>
    (await signIn('kiran', { email: own('kiran'), groups })).body.data.user.role.name;
  assert.equal(await role(['other']), 'salesrep');
  assert.equal(await role(['lms-leads', 'lms-admins']), 'admin');
  assert.equal(await role('lms-leads'), 'manager');
  assert.equal(await role(['superadmin', 'admin']), 'manager', 'nothing names a role');
});

test('a claim does not take its role from the admin who keeps a password', async () => {
  const roleValues = { admin: null, manager: null, salesrep: 'everyone' };
  await connect({ roleClaim: 'groups', roleValues, isOnly: true, keepers: [client.admin.id] });
  const reply = await signIn('keeper', { email: client.admin.email, groups: ['everyone'] });
  assert.equal(reply.body.data.user.role.name, 'admin', reply.text);
});

test('people who come by invitation count among the five of the admin who invited them', async () => {
  await connect();
  const { admin } = client;
  const statuses: number[] = [];
  for (let guest = 0; guest < 6; guest += 1) {
    const email = own(`guest${guest}`);
    await ownerRows(app, `UPDATE core.users SET created_users = 0 WHERE id = '${admin.id}' RETURNING 1`);
    await app.call(
      accessLinks.invite,
      { body: { email, roleId: ROLE_IDS.salesrep, clientId: client.id } },
      admin.token,
    );
    await ownerRows(
      app,
      `UPDATE core.users SET created_users = ${guest} WHERE id = '${admin.id}' RETURNING 1`,
    );
    const reply = await signIn(`guest${guest}`, { email });
    statuses.push(reply.status);
    if (guest === 5)
      assert.equal(
        reply.body.message,
        'The admin who invited you cannot add more people. Ask your administrator.',
      );
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 401]);
});

test('a second factor of one’s own is asked for, unless the provider has asked for one', async () => {
  await connect();
  const rep = await createPerson(app, 'salesrep', client.id);
  const { secret } = await addApp(app, rep);
  const asked = await signIn('rep', { email: rep.email });
  assert.deepEqual([asked.status, asked.body.code], [401, 'second_factor_required']);
  assert.equal((await at.finish(asked.cookie, { code: '000000' })).status, 401);
  const right = await at.finish(asked.cookie, { code: codeOf(secret) });
  assert.equal(right.status, 200, right.text);
  assert.equal((await at.finish(asked.cookie, { code: codeOf(secret, 1) })).status, 409, 'used up');
  assert.equal((await signIn('rep', { amr: ['pwd', 'mfa'] })).status, 200);
  assert.equal((await signIn('rep', { amr: ['pwd'] })).status, 401);
  await connect({ asksFactor: true });
  assert.equal((await signIn('rep', { amr: ['pwd'] })).status, 200);
});

test('where the company requires a second factor, the provider’s counts, and else one is set up', async () => {
  await connect();
  const rep = await createPerson(app, 'salesrep', client.id);
  const params = { id: client.id };
  await app.call(secondFactor.setRules, { params, body: { who: 'everyone' } }, world.superadmin.token);
  const byProvider = await signIn('rep', { email: rep.email, amr: ['mfa'] });
  const { accessToken } = byProvider.body.data;
  assert.equal((await app.call(auth.me, {}, accessToken)).status, 200);
  const cookies = [byProvider.headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0] ?? '');
  const cookie = cookies.find((one) => one.startsWith('__Host-lrt=')) ?? '';
  assert.equal((await app.call(auth.refresh, { headers: { cookie } })).status, 200);
  assert.equal((await app.call(auth.me, {}, rep.token)).status, 401, 'the password’s session has no factor');
  const setup = await signIn('rep', { amr: ['pwd'] });
  assert.deepEqual([setup.status, setup.body.code], [401, 'second_factor_setup']);
  const { secret } = unchecked<{ secret: string }>(setup.body.data);
  const done = await at.finish(setup.cookie, { code: codeOf(secret) });
  assert.equal(done.body.data.recoveryCodes?.length, 10, done.text);
  assert.equal((await app.call(auth.me, {}, done.body.data.accessToken)).status, 200);
});

test('a provider that is down, slow to change its keys or wrong about the time is a sentence', async () => {
  await connect();
  const rep = await createPerson(app, 'salesrep', client.id);
  assert.equal((await signIn('rep', { email: rep.email })).status, 200);
  await provider.turnKeysOver();
  assert.equal((await signIn('rep')).status, 200, 'new keys count at once');
  const name = `${client.schema} ID`;

  const begun = await at.begin(client);
  const address = await at.visit(begun.url);
  address.searchParams.delete('code');
  address.searchParams.set('error', 'access_denied');
  await at.comeBack(address, begun.cookie);
  assert.equal(
    (await at.finish(begun.cookie)).body.message,
    `You were not signed in at ${name}. Please try again.`,
  );

  const later = await at.begin(client);
  const back = await at.visit(later.url);
  const { internalProviders } = app.config;
  app.config.internalProviders = [];
  await at.comeBack(back, later.cookie);
  const down = await at.finish(later.cookie);
  const begin = await app.call(companySignIn.begin, { body: { email: own('x') } });
  app.config.internalProviders = internalProviders;
  const sentence = `${name} cannot be reached right now. Please try again in a few minutes.`;
  assert.deepEqual([down.status, down.body.message], [401, sentence]);
  assert.deepEqual([begin.status, begin.body.message], [401, sentence]);

  await ownerRows(
    app,
    `UPDATE core.providers SET secret = 'c2VhbGVkIGVsc2V3aGVyZQ' WHERE client_id = '${client.id}' RETURNING 1`,
  );
  const sealed = await app.call(companySignIn.begin, { body: { email: own('x') } });
  assert.match(sealed.body.message, /^The client secret of .* cannot be read here\./);
  const password = await app.call(auth.login, {
    body: { email: rep.email, password: 'correct-horse-battery' },
  });
  assert.equal(password.status, 200, 'passwords go on');
});

test('a sign-in that begins in one process is finished in another', async () => {
  await connect();
  const rep = await createPerson(app, 'salesrep', client.id);
  provider.people.set('two', { email: rep.email, email_verified: true });
  provider.signInAs('two');
  const other = await createApp(
    app.config,
    app.database,
    app.database.installation.tokenKey,
    pino({ level: 'silent' }),
  );
  const begun = await at.begin(client);
  const address = await at.visit(begun.url);
  const back = await other.inject({
    url: `${address.pathname}${address.search}`,
    headers: { cookie: begun.cookie },
  });
  assert.equal(back.statusCode, 303);
  await other.close();
  assert.equal((await at.finish(begun.cookie)).body.data.user.id, rep.id);
});
