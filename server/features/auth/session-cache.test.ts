import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { auth } from '#shared/accounts/auth.ts';
import { clients } from '#shared/installation/clients.ts';
import { profile } from '#shared/accounts/profile.ts';
import { users } from '#shared/accounts/users.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { openCore } from '#server/db/system-scope.ts';
import { PASSWORD, createPerson, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';
import { cachedSessions } from './session-cache.ts';

const { app, world } = await withWorld();

const me = async (token: string) => await app.call(auth.me, {}, token);

/** Makes one request, so that the process caches the session, and returns its role. */
async function known(person: Person): Promise<string> {
  const reply = await me(person.token);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data.user.role.name;
}

test('signing out takes effect on the very next request', async () => {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  await known(person);
  await app.call(auth.logout, {}, person.token);
  assert.equal((await me(person.token)).status, 401);
});

test('a password change ends the other sessions at once', async () => {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  const other = await signIn(app, person.email);
  await known(person);
  await known({ ...person, token: other });
  const body = { currentPassword: PASSWORD, newPassword: 'another-long-sentence' };
  const changed = await app.call(profile.changePassword, { body }, person.token);
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await me(other)).status, 401);
  assert.equal((await me(person.token)).status, 200);
});

test('a role change applies from the very next request', async () => {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  assert.equal(await known(person), 'salesrep');
  await openCore(app.database)
    .transaction()
    .execute(async (trx) => {
      await trx
        .updateTable('core.users')
        .set({ role_id: ROLE_IDS.manager })
        .where('id', '=', person.id)
        .execute();
      // Read while the change is not yet committed: the cached result must not outlive the commit.
      assert.equal(await known(person), 'salesrep');
    });
  assert.equal(await known(person), 'manager');
});

test('deactivating a user or a whole client ends their sessions at once', async () => {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  await known(person);
  const { superadmin } = world;
  const off = await app.call(
    users.setActive,
    { params: { id: person.id }, body: { isActive: false } },
    superadmin.token,
  );
  assert.equal(off.status, 200, off.text);
  assert.equal((await me(person.token)).status, 401);
  await known(world.beta.rep);
  const closed = await app.call(
    clients.setActive,
    { params: { id: world.beta.id }, body: { isActive: false } },
    superadmin.token,
  );
  assert.equal(closed.status, 200, closed.text);
  assert.equal((await me(world.beta.rep.token)).status, 401);
});

test('a change by another process takes effect within a second', async () => {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  const find = cachedSessions(
    async () => {
      const found = await sql<{
        role_id: string;
      }>`SELECT role_id FROM core.users WHERE id = ${person.id}`.execute(openCore(app.database));
      return found.rows[0];
    },
    () => 0,
  );
  const since = performance.now();
  await find(person.token);
  await openCore(app.database)
    .updateTable('core.users')
    .set({ role_id: ROLE_IDS.manager })
    .where('id', '=', person.id)
    .execute();
  let asked = 0;
  while ((await find(person.token))?.role_id !== ROLE_IDS.manager) {
    asked += 1;
    assert.ok(performance.now() - since < 10_000, `still the old role after ${asked} questions`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(asked > 0, 'within the second the answer is shared');
});

test('simultaneous requests share one lookup, and a dead token is looked up every time', async () => {
  let asked = 0;
  const find = cachedSessions(
    async (token) => {
      asked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return token === 'alive' ? { token } : undefined;
    },
    () => 0,
  );
  const together = await Promise.all(Array.from({ length: 20 }, async () => await find('alive')));
  assert.deepEqual(new Set(together.map((session) => session?.token)), new Set(['alive']));
  assert.equal(asked, 1);
  await find('dead');
  await find('dead');
  assert.equal(asked, 3);
});

test('a process reloads sessions after its own writes to accounts, but not after reads', async () => {
  const core = openCore(app.database);
  const { pool } = app.database;
  const before = pool.coreChanges;
  await sql`SELECT id FROM core.users LIMIT 1`.execute(core);
  assert.equal(pool.coreChanges, before);
  await sql`UPDATE core.users SET phone = phone WHERE false`.execute(core);
  assert.equal(pool.coreChanges, before + 1);
});
