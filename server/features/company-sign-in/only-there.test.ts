import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { accessTokens } from '#shared/accounts/access-tokens.ts';
import { auth } from '#shared/accounts/auth.ts';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { leads } from '#shared/leads/leads.ts';
import { proof } from '#shared/accounts/proof.ts';
import { users } from '#shared/accounts/users.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import type { Mail } from '#server/outside/mail.ts';
import { withProvider } from '#test/accounts/at-provider.ts';
import { addPasskey, signInWith } from '#test/accounts/passkey.ts';
import type { SoftPasskey } from '#test/accounts/passkey.ts';
import { PASSWORD, createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const mails: Mail[] = [];
const { app, world } = await withWorld({ sendMail: async (mail) => void mails.push(mail) });
const at = await withProvider(app);
const { superadmin } = world;
const NEW = 'maroon-kettle-92';
let client: TestClient;
/** A person of the company, signed in with a password before the change. */
let rep: Person;
let passkey: SoftPasskey;
let token: string;
let link: string;
let invitation: string;
let refresh: string;

const login = async ({ email }: { email: string }, password = PASSWORD) =>
  await app.call(auth.login, { body: { email, password } });
const ONLY = 'Your company signs in with only_there ID only. Use its button on the sign-in page.';

before(async () => {
  client = await createTestClient(app, 'only_there');
  rep = await createPerson(app, 'salesrep', client.id);
  ({ passkey } = await addPasskey(app, await createPerson(app, 'salesrep', client.id)));
  const named = { name: 'Script', scope: 'read' as const, days: 30, currentPassword: PASSWORD };
  token = (await app.call(accessTokens.create, { body: named }, rep.token)).body.data.token;
  const { admin } = client;
  link = (await app.call(accessLinks.resetLink, { params: { id: rep.id } }, admin.token)).body.data.token;
  const guest = { email: 'guest@only-there.test', roleId: ROLE_IDS.manager, clientId: client.id };
  invitation = (await app.call(accessLinks.invite, { body: guest }, admin.token)).body.data.token;
  const cookies = [(await login(rep)).headers['set-cookie']].flat().map(String);
  refresh = cookies.find((cookie) => cookie.startsWith('__Host-lrt'))?.split(';')[0] ?? '';
  mails.length = 0;
  const changes = { domains: ['only-there.test'], isOnly: true, keepers: [admin.id] };
  const set = await at.connect(client, superadmin, changes);
  assert.equal(set.status, 200, set.text);
});

test('an admin who chooses it stays signed in, and everybody else in the company is signed out', async () => {
  const { admin, manager, ...other } = await createTestClient(app, 'stays_in');
  const changes = { appId: 'stays-in', domains: ['stays-in.test'], isOnly: true, keepers: [admin.id] };
  assert.equal((await at.connect(other, admin, changes)).status, 200);
  const statusOf = async (person: Person) => (await app.call(auth.me, {}, person.token)).status;
  assert.deepEqual([await statusOf(admin), await statusOf(manager)], [200, 401]);
});

test('nobody signs in only at the provider unless an admin keeps a password', async () => {
  const params = { id: client.id };
  for (const keepers of [[], [client.manager.id], [world.beta.admin.id], [superadmin.id]]) {
    const body = at.settings(client, { domains: ['only-there.test'], isOnly: true, keepers });
    const refused = await app.call(companySignIn.set, { params, body }, superadmin.token);
    assert.deepEqual([refused.status, refused.body.errors?.[0]?.field], [422, 'keepers'], refused.text);
  }
});

test('neither a passkey signs in, nor is a password a fresh proof, of somebody who signs in only there', async () => {
  const refused = await signInWith(app, passkey);
  assert.deepEqual([refused.status, refused.body.message], [401, ONLY]);
  const { accessToken } = (await at.signIn({ ...client, schema: 'only-there' }, 'rep', { email: rep.email }))
    .body.data;
  const body = { currentPassword: PASSWORD };
  const given = await app.call(proof.give, { body }, accessToken);
  assert.equal(given.status, 422, given.text);
  assert.match(given.body.message, /only_there ID only\. Sign out, and sign in there again/);
  assert.equal((await app.call(proof.options, {}, accessToken)).body.data.provider, 'only_there ID');
});

test('a password signs nobody in but the admin who keeps it and the superadmin', async () => {
  const refused = await login(rep);
  assert.deepEqual([refused.status, refused.body.message], [401, ONLY]);
  assert.equal((await login(rep, 'wrong')).body.message, 'Invalid email or password');
  assert.equal((await login(client.admin)).status, 200);
  assert.equal((await login(superadmin)).status, 200);
});

test('sessions, refreshes and tokens of before work no more', async () => {
  assert.equal((await app.call(auth.me, {}, rep.token)).status, 401);
  assert.equal((await app.call(auth.refresh, { headers: { cookie: refresh } })).status, 401);
  assert.equal((await app.call(leads.list, {}, token)).status, 401);
  assert.equal((await app.call(auth.me, {}, superadmin.token)).status, 200, 'the caller stays');
});

test('a session that a password begins at the same moment does not work either', async () => {
  await app.database.asOwner(
    async (owner) =>
      await owner.query('UPDATE core.providers SET is_only = false WHERE client_id = $1', [client.id]),
  );
  const late = (await login(rep)).body.data.accessToken;
  await app.database.asOwner(
    async (owner) =>
      await owner.query('UPDATE core.providers SET is_only = true WHERE client_id = $1', [client.id]),
  );
  assert.equal((await app.call(auth.me, {}, late)).status, 401);
});

test('links for a password neither work nor are made', async () => {
  assert.equal((await app.call(accessLinks.check, { body: { token: link } })).body.data.works, false);
  const used = await app.call(accessLinks.resetPassword, { body: { token: link, password: NEW } });
  assert.equal(used.status, 422);
  const { token: adminToken } = { token: (await login(client.admin)).body.data.accessToken };
  const made = await app.call(accessLinks.resetLink, { params: { id: rep.id } }, adminToken);
  assert.deepEqual(
    [made.status, made.body.message],
    [409, 'This user signs in with only_there ID only, without a password.'],
  );
  await app.call(accessLinks.forgotPassword, { body: { email: rep.email } });
  await app.call(accessLinks.forgotPassword, { body: { email: client.admin.email } });
  while (mails.length === 0) await new Promise((resolve) => void setImmediate(resolve));
  assert.deepEqual(
    mails.map(({ to }) => to),
    [client.admin.email],
  );
});

test('an invitation makes no password, and is accepted at the provider', async () => {
  const body = { token: invitation, firstName: 'Asha', lastName: 'Patel', password: NEW };
  const refused = await app.call(accessLinks.register, { body });
  assert.deepEqual([refused.status, refused.body.message], [403, ONLY]);
  const reply = await at.signIn({ ...client, schema: 'only-there' }, 'guest', {
    email: 'guest@only-there.test',
    given_name: 'Asha',
    family_name: 'Patel',
  });
  assert.equal(reply.status, 200, reply.text);
  const { user } = reply.body.data;
  assert.deepEqual(
    [user.role.name, user.clientId, user.firstName, user.lastName],
    ['manager', client.id, 'Asha', 'Patel'],
  );
  assert.equal((await app.call(accessLinks.check, { body: { token: invitation } })).body.data.works, false);
});

test('the person goes on at the provider, and may make tokens that work', async () => {
  const reply = await at.signIn({ ...client, schema: 'only-there' }, 'rep', { email: rep.email });
  assert.equal(reply.status, 200, reply.text);
  const own = reply.body.data.accessToken;
  assert.equal((await app.call(auth.me, {}, own)).status, 200);
  const named = { name: 'Script', scope: 'read' as const, days: 30 };
  const made = await app.call(accessTokens.create, { body: named }, own);
  assert.equal((await app.call(leads.list, {}, made.body.data.token)).status, 200);
});

test('the last admin with a password is neither deactivated nor given another role', async () => {
  const params = { id: client.admin.id };
  const other = await createPerson(app, 'admin', null);
  for (const refused of [
    await app.call(users.setActive, { params, body: { isActive: false } }, superadmin.token),
    await app.call(users.update, { params, body: { roleId: ROLE_IDS.manager } }, superadmin.token),
  ])
    assert.deepEqual(
      [
        refused.status,
        refused.body.message.startsWith('This is the last admin who may sign in without only_there ID.'),
      ],
      [409, true],
      refused.text,
    );
  assert.equal((await login(client.admin)).status, 200);
  assert.ok(other);
});

test('without the provider, passwords work again', async () => {
  const removed = await app.call(companySignIn.remove, { params: { id: client.id } }, superadmin.token);
  assert.equal(removed.status, 200, removed.text);
  assert.equal((await login(rep)).status, 200);
});
