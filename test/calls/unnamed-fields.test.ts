import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { leads } from '#shared/leads/leads.ts';
import { users } from '#shared/accounts/users.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { openCore } from '#server/db/system-scope.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

test('fields that no endpoint declares are not stored', async () => {
  const { rep } = world.alpha;
  const forged = {
    id: randomUUID(), clientId: world.beta.id, client_id: world.beta.id, created_by: world.beta.rep.id, updated_by: world.beta.rep.id,
    created_at: '2001-01-01T00:00:00Z', updated_at: '2001-01-01T00:00:00Z', converted_at: '2001-01-01T00:00:00Z', call_status: 'forged',
    deleted_at: '2001-01-01T00:00:00Z', search_text: 'forged', email_norm: 'forged', phone_norm: 'forged', constructor: 'forged',
  }; // prettier-ignore
  const lead = await createLead(app, rep, { name: 'Honest', ...forged });
  assert.notEqual(lead.id, forged.id);
  const before = { ...lead, name: 'Asha', version: 2, updated_at: '' };
  const params = { id: lead.id };
  const changed = await app.call(leads.update, { params, body: { name: 'Asha', ...forged } }, rep.token);
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual({ ...changed.body.data, updated_at: '' }, before);
  assert.deepEqual(
    [lead.clientId, lead.created_by, lead.converted_at, lead.call_status],
    [world.alpha.id, rep.id, null, 'pending'],
  );

  const account = {
    isActive: false,
    created_users: 99,
    password_hash: 'x',
    role: 'superadmin',
    permissions: ['clients.manage'],
    created_by: rep.id,
  };
  const person = {
    firstName: 'A',
    lastName: 'B',
    email: 'forged@example.com',
    password: 'maroon-kettle-92',
    roleId: ROLE_IDS.salesrep,
    clientId: world.alpha.id,
  };
  const created = await app.call(users.create, { body: { ...person, ...account } }, world.alpha.admin.token);
  assert.equal(created.status, 201, created.text);
  const row = await openCore(app.database)
    .selectFrom('core.users')
    .selectAll()
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    [row.is_active, row.created_users, row.role_id, row.created_by],
    [true, 0, ROLE_IDS.salesrep, world.alpha.admin.id],
  );
  assert.match(row.password_hash, /^\$argon2id\$/);
});
