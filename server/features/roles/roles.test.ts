import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldRole, PERMISSIONS, permissionsOf } from '#shared/accounts/permissions.ts';
import { roles } from '#shared/accounts/roles.ts';
import { openCore } from '#server/db/system-scope.ts';
import { createTestClient, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

test('the roles tab shows the four roles with their users and permissions, and can be searched', async () => {
  const client = await createTestClient(app, 'counted');
  const list = async (search?: string) =>
    (await app.call(roles.list, search ? { query: { search } } : {}, client.admin.token)).body.data.roles;
  const all = await list();
  assert.deepEqual(all.map(({ name, userCount, isActive }) => [name, userCount, isActive]), [
    ['superadmin', 0, true], ['admin', 1, true], ['manager', 1, true], ['salesrep', 2, true],
  ]); // prettier-ignore
  for (const { name, permissions } of all) {
    const role = foldRole(name);
    assert.ok(role);
    assert.deepEqual(
      permissions,
      permissionsOf(role).map((permission) => PERMISSIONS[permission].label),
    );
  }
  assert.ok(
    all[0]?.permissions.includes('Manage clients') && !all.at(-1)?.permissions.includes('Manage users'),
  );
  assert.deepEqual(
    (await list('ADMIN')).map(({ name }) => name),
    ['superadmin', 'admin'],
  );
  assert.deepEqual(
    (await list('follow-ups')).map(({ name }) => name),
    ['salesrep'],
  );
  for (const [shown, name] of [['Sales Rep', 'salesrep'], ['super admin', 'superadmin'], ['salesrep', 'salesrep']])
    assert.deepEqual((await list(shown)).map((role) => role.name), [name]); // prettier-ignore
  assert.deepEqual(await list('%'), []);
});

test('a user with access to all clients sees the user counts of all', async () => {
  const { body } = await app.call(roles.list, {}, world.admin.token);
  const counted = await openCore(app.database).selectFrom('core.users').select('id').execute();
  const sum = body.data.roles.reduce((total, { userCount }) => total + userCount, 0);
  assert.equal(sum, counted.length);
});
