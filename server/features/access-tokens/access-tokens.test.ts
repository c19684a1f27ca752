import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TOKENS, accessTokens } from '#shared/access-tokens.ts';
import { ENDPOINTS } from '#shared/api.ts';
import { auth } from '#shared/auth.ts';
import { leads } from '#shared/leads.ts';
import { products } from '#shared/products.ts';
import { profile } from '#shared/profile.ts';
import { users } from '#shared/users.ts';
import { PASSWORD, createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

type Wish = { scope?: 'read' | 'write'; days?: number | null; clientId?: string };
async function newToken(person: Person, { scope = 'write', days = 30, clientId }: Wish = {}) {
  const body = { name: 'A script', scope, days, currentPassword: PASSWORD, ...(clientId && { clientId }) };
  const reply = await app.call(accessTokens.create, { body }, person.token);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.data;
}
const tokensOf = async ({ token }: Person) => (await app.call(accessTokens.list, {}, token)).body.data.tokens;
const aRep = async () => await createPerson(app, 'salesrep', world.alpha.id);
const newLead = async (token: string) =>
  await app.call(leads.create, { body: { name: 'By a script' } }, token);
const isAlive = async (token: string) => (await app.call(leads.list, {}, token)).status !== 401;

test('a program works with a token as its owner does, and the token is shown once', async () => {
  const rep = await aRep();
  const { id, token } = await newToken(rep);
  assert.match(token, /^lpt_\w{8}_\w{43}_\w{6}$/);
  const made = await newLead(token);
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.data.created_by, rep.id);
  const [listed] = await tokensOf(rep);
  assert.deepEqual(
    { id: listed?.id, name: listed?.name, scope: listed?.scope, lastFour: listed?.lastFour },
    { id, name: 'A script', scope: 'write', lastFour: token.slice(-4) },
  );
  assert.ok(listed?.lastUsedAt && listed.expiresAt);
  const { text } = await app.call(accessTokens.list, {}, rep.token);
  assert.ok(!text.includes(token.slice(4, 40)), 'a list shows the token');
  // A rep's token has a rep's rights.
  const refused = await app.call(products.create, { body: { name: 'Desk' } }, token);
  assert.equal(refused.status, 403);
});

/** Permissions of the daily work; programs get no others. */
const isWork = (permission: string) =>
  /^(?:leads\.(?!erase)|(?:products|calls|reminders|notes|messages)\.|(?:users|clients)\.pick$)/.test(
    permission,
  );

test('a token that reads writes nothing, and no token reaches accounts, rights or keys', async () => {
  const read = (await newToken(world.superadmin, { scope: 'read' })).token;
  const write = (await newToken(world.superadmin)).token;
  for (const endpoint of ENDPOINTS) {
    if (endpoint.permission === 'public') continue;
    const where = `${endpoint.method} ${endpoint.path}`;
    const params = Object.fromEntries(
      [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, world.alpha.id]),
    );
    const byReader = await app.call(endpoint, { params }, read);
    if (endpoint.method === 'GET') assert.notEqual(byReader.status, 401, where);
    else assert.equal(byReader.status, 403, where);
    if (isWork(endpoint.permission)) continue;
    const reply = await app.call(endpoint, { params }, write);
    assert.deepEqual(
      [reply.status, reply.body.message],
      [403, 'An access token cannot do this. Sign in instead.'],
      where,
    );
  }
});

test('a token of one client reaches that client alone, and a role of more clients does not widen it', async () => {
  const { token } = await newToken(world.superadmin, { clientId: world.alpha.id });
  await createLead(app, world.beta.manager);
  const own = await createLead(app, world.alpha.manager);
  const listed = await app.call(leads.list, { query: { limit: '100' } }, token);
  assert.ok(listed.body.data.some(({ id }) => id === own.id));
  assert.ok(listed.body.data.every(({ clientId }) => clientId === world.alpha.id));
  const made = await newLead(token);
  assert.equal(made.body.data.clientId, world.alpha.id, made.text);
  const [chosen] = await tokensOf(world.superadmin);
  assert.ok(chosen?.clientName);
  // Of somebody who sees that client no longer, as an admin does not after a change of ADMIN_SCOPE.
  const admin = await createPerson(app, 'admin', world.alpha.id);
  const bound = await newToken(admin, { clientId: world.alpha.id });
  assert.equal(await isAlive(bound.token), true);
  await app.database.asOwner(
    async (owner) =>
      await owner.query('UPDATE core.users SET client_id = $1 WHERE id = $2', [world.beta.id, admin.id]),
  );
  app.database.pool.noteCoreChange();
  assert.equal(await isAlive(bound.token), false);
});

test('a token ends when it is removed, runs out, or its owner loses access or changes the password', async () => {
  const rep = await aRep();
  const removed = await newToken(rep);
  await app.call(accessTokens.remove, { params: { id: removed.id } }, rep.token);
  assert.equal(await isAlive(removed.token), false);
  const old = await newToken(rep);
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        "UPDATE core.access_tokens SET expires_at = now() - interval '1 second' WHERE id = $1",
        [old.id],
      ),
  );
  app.database.pool.noteCoreChange();
  assert.equal(await isAlive(old.token), false);

  const endings: ((person: Person) => Promise<unknown>)[] = [
    async ({ token }) => await app.call(auth.endSessions, {}, token),
    async ({ token }) =>
      await app.call(
        profile.changePassword,
        { body: { currentPassword: PASSWORD, newPassword: 'maroon-kettle-92' } },
        token,
      ),
    async ({ id }) =>
      await app.call(users.setActive, { params: { id }, body: { isActive: false } }, world.alpha.admin.token),
  ];
  for (const end of endings) {
    const person = await aRep();
    const { token } = await newToken(person, { days: null });
    assert.equal(await isAlive(token), true);
    await end(person);
    assert.equal(await isAlive(token), false, end.toString());
  }
});

test('a token needs the password, a name and a client that one sees; nobody has more than twenty', async () => {
  const rep = await aRep();
  const body = { name: 'A script', scope: 'read' as const, days: 30, currentPassword: PASSWORD };
  for (const [change, status] of [
    [{ currentPassword: 'wrong' }, 422],
    [{ name: ' ' }, 422],
    [{ days: 0 }, 422],
    [{ clientId: world.beta.id }, 404],
  ] as const) {
    const reply = await app.call(accessTokens.create, { body: { ...body, ...change } }, rep.token);
    assert.equal(reply.status, status, reply.text);
  }
  assert.deepEqual(await tokensOf(rep), []);
  // A repeated call makes no second one.
  const headers = { 'idempotency-key': 'one-press' };
  assert.equal((await app.call(accessTokens.create, { body, headers }, rep.token)).status, 201);
  assert.equal((await app.call(accessTokens.create, { body, headers }, rep.token)).status, 409);
  for (let made = 1; made <= MAX_TOKENS; made += 1) {
    const { status } = await app.call(accessTokens.create, { body }, rep.token);
    assert.equal(status, made < MAX_TOKENS ? 201 : 409);
  }
  assert.equal((await tokensOf(rep)).length, MAX_TOKENS);
  const [others] = await tokensOf(rep);
  const reply = await app.call(
    accessTokens.remove,
    { params: { id: others?.id ?? '' } },
    world.alpha.manager.token,
  );
  assert.equal(reply.status, 404);
  assert.equal((await tokensOf(rep)).length, MAX_TOKENS);
});
