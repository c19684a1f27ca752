import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { auth } from '#shared/accounts/auth.ts';
import { auditLog } from '#shared/accounts/audit.ts';
import { serviceTokens } from '#shared/accounts/service-tokens.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

const read = async (person: Person, query: Record<string, string>) =>
  await app.call(auditLog.list, { query }, person.token);
const actionsOf = async (person: Person, query: Record<string, string>) =>
  (await read(person, query)).body.data.entries.map(({ action }) => action);

test('days start in the client’s time zone, both ends are included, and kind and user narrow them further', async () => {
  const { alpha, beta, superadmin } = world;
  await app.database.asOwner(async (owner) => {
    const add = async (at: string, action: string, person: Person) =>
      await owner.query('INSERT INTO core.audit (at, action, actor_id, client_id) VALUES ($1, $2, $3, $4)', [
        at, action, person.id, person.clientId,
      ]); // prettier-ignore
    // The tenth of March starts at 18:30 UTC on the ninth.
    await add('2025-03-09T18:29:59Z', 'client_created', alpha.admin);
    await add('2025-03-09T18:30:00Z', 'user_created', alpha.admin);
    await add('2025-03-11T18:29:59Z', 'leads_exported', alpha.manager);
    await add('2025-03-11T18:30:00Z', 'client_removed', alpha.manager);
    await add('2025-03-10T12:00:00Z', 'api_key_created', beta.admin);
  });
  const days = { from_date: '2025-03-10', to_date: '2025-03-11' };
  assert.deepEqual(await actionsOf(alpha.admin, days), ['leads_exported', 'user_created']);
  assert.deepEqual(await actionsOf(superadmin, days), ['leads_exported', 'api_key_created', 'user_created']);
  assert.deepEqual(await actionsOf(alpha.admin, { to_date: '2025-03-09' }), ['client_created']);
  assert.deepEqual(await actionsOf(alpha.admin, { from_date: '2025-03-12', to_date: '2025-03-12' }), [
    'client_removed',
  ]);
  assert.deepEqual(await actionsOf(alpha.admin, { ...days, action: 'user_created' }), ['user_created']);
  assert.deepEqual(await actionsOf(alpha.admin, { ...days, search: alpha.manager.email }), [
    'leads_exported',
  ]);
  const { body } = await read(alpha.admin, { ...days, limit: '1', page: '2' });
  assert.deepEqual([body.data.entries[0]?.action, body.pagination.total], ['user_created', 2]);
  for (const day of ['2025-02-30', '10/03/2025', 'yesterday'])
    assert.equal((await read(alpha.admin, { from_date: day })).status, 422, day);
});

test('a search finds who acted, whom or which program it was about, the client and the address', async () => {
  const { alpha, beta, superadmin } = world;
  const token = { name: 'Söder portal', scope: 'read', days: 30 } as const;
  const created = await app.call(serviceTokens.create, { body: token }, alpha.admin.token);
  assert.equal(created.status, 201);
  await app.database.asOwner(
    async (owner) =>
      await owner.query(
        `INSERT INTO core.audit (at, action, actor_id, object_id, client_id, address) VALUES
         ('2024-05-01T12:00:00Z', 'user_created', $1, $2, $5, '2001:db8::5e'), ('2024-05-02T12:00:00Z', 'leads_exported', $3, $4, $6, null)`,
        [alpha.admin.id, alpha.rep.id, created.body.data.id, beta.rep.id, alpha.id, beta.id],
      ),
  );
  const days = { from_date: '2024-05-01', to_date: '2024-05-02' };
  const find = async (search: string) => await actionsOf(superadmin, { ...days, search });
  for (const search of [alpha.admin.email, alpha.rep.email.toUpperCase(), 'ALPHA', '2001:DB8'])
    assert.deepEqual(await find(search), ['user_created'], search);
  for (const search of ['soder', beta.rep.email, 'beta'])
    assert.deepEqual(await find(search), ['leads_exported'], search);
  assert.deepEqual(await find('nobody'), []);
  assert.deepEqual(await actionsOf(alpha.admin, { ...days, search: beta.rep.email }), []);
});

test('an invitation’s audit line names its email and role', async () => {
  const { admin, id } = world.alpha;
  const body = { email: 'asha@example.com', roleId: ROLE_IDS.manager.toUpperCase(), clientId: id };
  await app.call(accessLinks.invite, { body }, admin.token);
  const found = await read(admin, { action: 'user_invited' });
  assert.deepEqual(found.body.data.entries[0]?.details, { email: 'asha@example.com', role: 'manager' });
});

test('a line belongs to the client it was written for, even after its people have moved', async () => {
  const { alpha, beta } = world;
  const person = await createPerson(app, 'salesrep', alpha.id);
  await app.call(accessLinks.resetLink, { params: { id: person.id } }, alpha.admin.token);
  await app.call(auth.login, { body: { email: person.email, password: 'wrong' } });
  const actions = ['reset_link_created', 'sign_in_failed'];
  const belongTo = async (admin: Person) =>
    await Promise.all(
      actions.map(async (action) => await actionsOf(admin, { action, search: person.email })),
    );
  assert.deepEqual(await belongTo(alpha.admin), [[actions[0]], [actions[1]]]);
  await app.database.asOwner(
    async (owner) =>
      await owner.query('UPDATE core.users SET client_id = $2 WHERE id = $1', [person.id, beta.id]),
  );
  assert.deepEqual(await belongTo(alpha.admin), [[actions[0]], [actions[1]]]);
  assert.deepEqual(await belongTo(beta.admin), [[], []]);
});
