import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TOKENS, accessTokens } from '#shared/accounts/access-tokens.ts';
import { ENDPOINTS } from '#shared/protocol/api.ts';
import { auditLog } from '#shared/accounts/audit.ts';
import { auth } from '#shared/accounts/auth.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { clients } from '#shared/installation/clients.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leads } from '#shared/leads/leads.ts';
import { myDay } from '#shared/activities/my-day.ts';
import { products } from '#shared/leads/products.ts';
import { profile } from '#shared/accounts/profile.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { MAX_SERVICE_TOKENS, serviceTokens } from '#shared/accounts/service-tokens.ts';
import { users } from '#shared/accounts/users.ts';
import { createService } from '#test/safety/targets.ts';
import { PASSWORD, createLead, createPerson, createTestClient, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

type Wish = { scope?: 'read' | 'write'; days?: number | null; clientId?: string };
async function newToken(person: Person, { scope = 'write', days = 30, clientId }: Wish = {}) {
  const body = { name: 'A script', scope, days, ...(clientId && { clientId }) };
  const reply = await app.call(accessTokens.create, { body }, person.token);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.data;
}
const tokensOf = async ({ token }: Person) => (await app.call(accessTokens.list, {}, token)).body.data.tokens;
const aRep = async () => await createPerson(app, 'salesrep', world.alpha.id);
const newLead = async (token: string) =>
  await app.call(leads.create, { body: { name: 'By a script' } }, token);
const nameOf = async ({ token }: Person) => {
  const { firstName, lastName } = (await app.call(auth.me, {}, token)).body.data.user;
  return `${firstName} ${lastName}`;
};
const isAlive = async (token: string) => (await app.call(leads.list, {}, token)).status !== 401;

test('a program with a token acts as the token’s owner, and the token is shown once', async () => {
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

/** Permissions for daily work; programs get no others. */
const isWork = (permission: string) =>
  /^(?:leads\.(?!erase)|(?:products|calls|reminders|notes|messages)\.|(?:users|clients)\.pick$)/.test(
    permission,
  );

test('a read-only token writes nothing, and no token reaches accounts, rights or keys', async () => {
  const { admin } = world.alpha;
  const wishes = [{ scope: 'read' }, { scope: 'write' }] as const;
  const [read, write] = [
    await newToken(world.superadmin, wishes[0]),
    await newToken(world.superadmin, wishes[1]),
  ];
  const [reader, writer] = [
    await createService(app, admin, wishes[0]),
    await createService(app, admin, wishes[1]),
  ];
  for (const endpoint of ENDPOINTS) {
    if (endpoint.permission === 'public') continue;
    const where = `${endpoint.method} ${endpoint.path}`;
    const params = Object.fromEntries(
      [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, world.alpha.id]),
    );
    for (const { token } of [read, reader]) {
      const byReader = await app.call(endpoint, { params }, token);
      if (endpoint.method === 'GET') assert.notEqual(byReader.status, 401, where);
      else assert.equal(byReader.status, 403, where);
    }
    if (isWork(endpoint.permission)) continue;
    for (const { token } of [write, writer]) {
      const reply = await app.call(endpoint, { params }, token);
      assert.deepEqual(
        [reply.status, reply.body.message],
        [403, 'An access token cannot do this. Sign in instead.'],
        where,
      );
    }
  }
});

test('a token of one client reaches only that client, even if its owner’s role sees more', async () => {
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
  // The owner no longer sees that client, like an admin after a change of ADMIN_SCOPE.
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

test('a token ends when it is removed or expires, or when its owner loses access or changes the password', async () => {
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

test('a token needs a name and a visible client; a user has at most twenty', async () => {
  const rep = await aRep();
  const body = { name: 'A script', scope: 'read' as const, days: 30 };
  for (const [change, status] of [
    [{ name: ' ' }, 422],
    [{ days: 0 }, 422],
    [{ clientId: world.beta.id }, 404],
  ] as const) {
    const reply = await app.call(accessTokens.create, { body: { ...body, ...change } }, rep.token);
    assert.equal(reply.status, status, reply.text);
  }
  assert.deepEqual(await tokensOf(rep), []);
  for (let made = 0; made <= MAX_TOKENS; made += 1) {
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

test('a service writes in its own name, gets no work assigned, and is named in history and audit log', async () => {
  const { admin, manager, id: clientId } = world.alpha;
  const { id, token } = await createService(app, admin, { name: 'Nightly sync' });
  assert.match(token, /^lst_\w{8}_\w{43}_\w{6}$/);
  const made = await newLead(token);
  const lead = made.body.data;
  assert.deepEqual(
    [made.status, lead.clientId, lead.created_by, lead.assigned_to],
    [201, clientId, id, null],
    made.text,
  );
  const call = { lead_id: lead.id, duration: 5, notes: 'By the telephone system' };
  assert.equal((await app.call(callLogs.create, { body: call }, token)).status, 201);
  const plan = { lead_id: lead.id, title: 'Call', reminder_date: new Date(Date.now() + 9e8).toISOString() };
  assert.equal((await app.call(reminders.create, { body: plan }, token)).status, 201);
  assert.equal((await app.call(myDay.get, {}, token)).body.data.later.total, 1);
  const history = await app.call(leadHistory.list, { params: { id: lead.id } }, manager.token);
  const authors = new Set(history.body.data.map(({ user_name }) => user_name));
  assert.deepEqual(
    authors,
    new Set(['Service token Nightly sync', null]),
    'a follow-up of nobody has no name',
  );
  for (const who of [token, manager.token]) {
    const given = await app.call(leads.update, { params: { id: lead.id }, body: { assigned_to: id } }, who);
    assert.equal(given.status, 422, given.text);
  }
  const exported = await app.call(leadExport.run, { query: { format: 'csv' } }, token);
  assert.equal(exported.status, 200);
  const lines = (await app.call(auditLog.list, { query: { search: 'nightly sync' } }, admin.token)).body.data;
  assert.deepEqual(
    lines.entries.map(({ action, actor_name, object_name }) => [action, actor_name, object_name]),
    [
      ['leads_exported', 'Service token Nightly sync', null],
      ['service_token_created', await nameOf(admin), 'Nightly sync'],
    ],
  );
  const people = await app.call(users.list, { query: { limit: '100' } }, admin.token);
  assert.ok(!people.text.includes('Nightly sync'), 'a service is listed as a user');
});

test('a service outlives its creator, pauses with its client, and ends when it is removed or expires', async () => {
  const client = await createTestClient(app, 'served');
  const maker = await createPerson(app, 'admin', client.id);
  const makerName = await nameOf(maker);
  const { id, token } = await createService(app, maker, { days: null });
  await app.call(auth.endSessions, {}, maker.token);
  await app.call(
    users.setActive,
    { params: { id: maker.id }, body: { isActive: false } },
    world.superadmin.token,
  );
  assert.equal((await newLead(token)).status, 201);
  const setClient = async (isActive: boolean) =>
    await app.call(
      clients.setActive,
      { params: { id: client.id }, body: { isActive } },
      world.superadmin.token,
    );
  await setClient(false);
  assert.equal(await isAlive(token), false);
  await setClient(true);
  assert.equal(await isAlive(token), true);
  client.admin.token = await signIn(app, client.admin.email);
  const old = await createService(app, client.admin);
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        "UPDATE core.service_tokens SET expires_at = now() - interval '1 second' WHERE id = $1",
        [old.id],
      ),
  );
  app.database.pool.noteCoreChange();
  assert.equal(await isAlive(old.token), false);
  const listOf = async (who: Person) => (await app.call(serviceTokens.list, {}, who.token)).body.data.tokens;
  const listed = (await listOf(client.admin)).map((one) => [
    one.id,
    one.createdByName,
    one.lastUsedAt !== null,
  ]);
  assert.deepEqual(listed, [
    [old.id, await nameOf(client.admin), false],
    [id, makerName, true],
  ]);
  const remove = async (who: Person) => await app.call(serviceTokens.remove, { params: { id } }, who.token);
  assert.equal((await remove(world.alpha.admin)).status, 404);
  assert.equal((await remove(client.admin)).status, 200);
  assert.equal((await remove(client.admin)).status, 404);
  assert.equal(await isAlive(token), false);
  assert.deepEqual(
    (await listOf(client.admin)).map((one) => one.id),
    [old.id],
  );
});

test('a service token needs a name and a client; a client has at most twenty', async () => {
  const { admin } = await createTestClient(app, 'crowded');
  const body = { name: 'Nightly', scope: 'read' as const, days: 30 };
  const ask = async (change: object, { token }: Person) =>
    (await app.call(serviceTokens.create, { body: { ...body, ...change } }, token)).status;
  assert.equal(await ask({ name: ' ' }, admin), 422);
  assert.equal(await ask({}, world.superadmin), 422);
  for (let made = 1; made <= MAX_SERVICE_TOKENS; made += 1) assert.equal(await ask({}, admin), 201);
  assert.equal(await ask({}, admin), 409);
});
