import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { users } from '#shared/accounts/users.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { openCore } from '#server/db/system-scope.ts';
import { digestOf } from '#test/rows/digest.ts';
import { createPerson, createTestClient, PASSWORD, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();

let mailboxes = 0;
const newUser = (more: object = {}) => ({
  firstName: 'Ravi', lastName: 'Kumar', email: `ravi.${++mailboxes}@example.com`, password: PASSWORD, roleId: ROLE_IDS.salesrep, ...more,
}); // prettier-ignore
const create = async (person: Person, more: object = {}) =>
  await app.call(users.create, { body: newUser(more) }, person.token);

test('a created user is returned, listed and can sign in, and empty phone and birthday are omitted', async () => {
  const { superadmin, alpha } = world;
  const input = newUser({
    email: 'Meera@Example.com',
    clientId: alpha.id,
    phone: '+91 98765 43210',
    dateOfBirth: '1990-02-28',
  });
  const { status, body } = await app.call(users.create, { body: input }, superadmin.token);
  assert.deepEqual([status, body.message], [201, 'User created successfully']);
  const { user } = body.data;
  assert.deepEqual(user, {
    id: user.id, firstName: 'Ravi', lastName: 'Kumar', email: 'Meera@Example.com', clientId: alpha.id,
    client: { id: alpha.id, clientName: 'Client alpha' }, role: { id: ROLE_IDS.salesrep, name: 'salesrep' }, isActive: true, manager: null, hasSecondFactor: false,
    phone: '+91 98765 43210', agentNumber: null, dateOfBirth: '1990-02-28', createdAt: user.createdAt, version: user.version,
  }); // prettier-ignore
  assert.deepEqual(
    (await app.call(users.get, { params: { id: user.id } }, superadmin.token)).body.data.user,
    user,
  );
  assert.equal(
    (await app.call(auth.login, { body: { email: 'meera@example.com', password: PASSWORD } })).status,
    200,
  );
  const bare = await create(superadmin, { clientId: alpha.id, phone: '', dateOfBirth: '' });
  assert.deepEqual([bare.body.data.user.phone, bare.body.data.user.dateOfBirth], [null, null]);
});

test('missing or invalid fields are reported in the form’s words', async () => {
  const sentences: [object, string][] = [
    [{ firstName: '' }, 'First name is required'], [{ firstName: ' \t' }, 'First name is required'], [{ lastName: '' }, 'Last name is required'],
    [{ email: '' }, 'Email is required'], [{ email: 'nobody' }, 'Enter an email address, such as name@example.com.'], [{ email: 'a@b' }, 'Enter an email address, such as name@example.com.'],
    [{ email: `${'a'.repeat(250)}@b.in` }, 'This email address is too long.'], [{ password: 'short' }, 'Password must be at least 6 characters'],
    [{ password: undefined }, 'Password is required'], [{ password: '123456' }, 'This password is too easy to guess. Please choose another.'],
    [{ roleId: undefined }, 'Please select a role'], [{ roleId: 'admin' }, 'Please select a role'], [{ roleId: randomUUID() }, 'Please select a role'],
    [{ dateOfBirth: '31/12/1990' }, 'Date of birth must be a date.'], [{ dateOfBirth: '2001-02-30' }, 'Date of birth must be a date.'],
    [{ dateOfBirth: '2999-01-01' }, 'Date of birth cannot be in the future.'], [{ phone: '9'.repeat(41) }, 'Phone is too long (40 characters at most).'],
  ]; // prettier-ignore
  const before = await digestOf(app);
  for (const [change, message] of sentences) {
    const { status, body } = await create(world.superadmin, { clientId: world.alpha.id, ...change });
    assert.deepEqual([status, body.message], [422, message], JSON.stringify(change));
  }
  const noClient = await create(world.alpha.admin);
  assert.deepEqual([noClient.status, noClient.body.message], [422, 'Please select a client']);
  assert.deepEqual(await digestOf(app), before);
});

test('each role may create exactly the users allowed, with the specified messages', async () => {
  const { superadmin, admin, alpha, beta } = world;
  const role = "You don't have permission to assign this role";
  const client = "You don't have permission to assign users to this client";
  const nobody = 'Only Admins and Super Admins can create users';
  const before = await digestOf(app);
  for (const [person, change, message] of [
    [alpha.admin, { roleId: ROLE_IDS.superadmin, clientId: alpha.id }, role],
    [admin, { roleId: ROLE_IDS.superadmin }, role],
    [alpha.admin, { roleId: ROLE_IDS.superadmin, clientId: beta.id }, role],
    [alpha.admin, { clientId: beta.id }, client],
    [alpha.admin, { clientId: randomUUID() }, client],
    [admin, { clientId: alpha.id }, client],
    [alpha.manager, { clientId: alpha.id }, nobody],
    [alpha.rep, { clientId: alpha.id }, nobody],
    [alpha.manager, { roleId: ROLE_IDS.superadmin }, nobody],
  ] as const) {
    // prettier-ignore
    const reply = await create(person, change);
    assert.deepEqual([reply.status, reply.body.message], [403, message]);
  }
  assert.deepEqual(await digestOf(app), before);
  for (const each of Object.values(ROLE_IDS))
    assert.equal((await create(superadmin, { roleId: each, clientId: alpha.id })).status, 201);
  const lone = await createPerson(app, 'admin', null);
  assert.equal((await create(lone)).body.data.user.clientId, null);
  assert.equal((await create(superadmin, { roleId: ROLE_IDS.superadmin, clientId: null })).status, 201);
});

test('a role is identified only by its id: no spelling of a name makes a superadmin', async () => {
  const spellings = ['superadmin', 'Super Admin', ' SUPERADMIN ', 'super_admin', 'SUPER ADMIN', 'ѕuperadmin', 'superadmin\u200b', 'ſuperadmin', 'SuperAdmin\n',
    ` ${ROLE_IDS.superadmin} `, `{${ROLE_IDS.superadmin}}`, ROLE_IDS.superadmin.replaceAll('-', ''), `urn:uuid:${ROLE_IDS.superadmin}`,
    `${ROLE_IDS.superadmin}\u0000`, '1', 1, true, null, [ROLE_IDS.superadmin], { id: ROLE_IDS.superadmin }]; // prettier-ignore
  const before = await digestOf(app);
  for (const roleId of spellings) {
    const { status } = await create(world.alpha.admin, { roleId, clientId: world.alpha.id });
    assert.equal(status, 422, JSON.stringify(roleId));
  }
  const { status } = await create(world.alpha.admin, {
    roleId: ROLE_IDS.superadmin.toUpperCase(),
    clientId: world.alpha.id,
  });
  assert.equal(status, 403);
  for (const extra of [
    { role: 'superadmin' },
    { role: { name: 'superadmin' } },
    { role_id: ROLE_IDS.superadmin },
    { isSuperAdmin: true },
  ]) {
    const created = await create(await createPerson(app, 'admin', world.alpha.id), {
      clientId: world.alpha.id,
      ...extra,
    });
    assert.equal(created.body.data.user.role.name, 'salesrep');
  }
  assert.equal(Object.keys(before).length, Object.keys(await digestOf(app)).length);
});

test('an admin creates at most five users, however many are requested at once', async () => {
  for (const clientId of [world.alpha.id, null]) {
    const admin = await createPerson(app, 'admin', clientId);
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () => await create(admin, { clientId })),
    );
    const refused = replies.filter(({ status }) => status === 403);
    assert.equal(replies.filter(({ status }) => status === 201).length, 5);
    assert.equal(refused.length, 15);
    for (const { body } of refused) assert.equal(body.message, 'Admin user limit reached (5 users maximum)');
    const stored = openCore(app.database).selectFrom('core.users').where('created_by', '=', admin.id);
    assert.equal((await stored.select('id').execute()).length, 5);
    const listed = await app.call(users.list, {}, admin.token);
    assert.equal(listed.body.data.createdByMe, 5);
  }
});

test('a refused or failed creation does not count towards the five, and a superadmin has no limit', async () => {
  const admin = await createPerson(app, 'admin', world.alpha.id);
  const clientId = world.alpha.id;
  for (let count = 0; count < 6; count += 1) {
    assert.equal((await create(admin, { clientId, email: world.beta.rep.email })).status, 409);
    assert.equal((await create(admin, { clientId, password: 'x' })).status, 422);
    assert.equal((await create(world.superadmin, { clientId })).status, 201);
  }
  for (let count = 0; count < 5; count += 1) assert.equal((await create(admin, { clientId })).status, 201);
  assert.equal((await create(admin, { clientId })).status, 403);
});

test('an email belongs to one user, in any case, even when requested at once in two clients', async () => {
  const { superadmin, alpha, beta } = world;
  const replies = await Promise.all(
    [alpha, beta, alpha, beta].map(
      async ({ id }, index) =>
        await create(superadmin, {
          clientId: id,
          email: index % 2 ? 'TWIN@example.com' : 'twin@example.com',
        }),
    ),
  );
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((one, other) => one - other),
    [201, 409, 409, 409],
  );
  const refused = replies.find(({ status }) => status === 409);
  assert.deepEqual(refused?.body.errors, [
    { field: 'email', message: 'A user with this email already exists.' },
  ]);
});

test('a new user becomes a member of its client and can be assigned leads, and a failed one does not', async () => {
  const { alpha, superadmin } = world;
  const created = await create(superadmin, { clientId: alpha.id });
  await create(superadmin, { clientId: alpha.id, email: created.body.data.user.email });
  const members = await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `SELECT id FROM ${alpha.schema}.members WHERE belongs`,
    );
    return rows.map(({ id }) => id).toSorted();
  });
  const rows = await openCore(app.database)
    .selectFrom('core.users')
    .select('id')
    .where('client_id', '=', alpha.id)
    .execute();
  assert.deepEqual(members, rows.map(({ id }) => id).toSorted());
  assert.ok(members.includes(created.body.data.user.id));
});

test('lists show managers and reps only what a picker needs, and filters, search and pages work', async () => {
  const client = await createTestClient(app, 'pickers');
  await create(world.superadmin, {
    clientId: client.id,
    firstName: '100%',
    lastName: 'Anand_',
    phone: '12345',
  });
  const list = async (person: Person, query: Record<string, string> = {}) =>
    await app.call(users.list, { query }, person.token);
  for (const person of [client.manager, client.rep]) {
    const { body } = await list(person);
    assert.equal(body.pagination.total, 5);
    for (const user of body.data.users)
      assert.deepEqual(Object.keys(user).toSorted(), [
        'client',
        'clientId',
        'email',
        'firstName',
        'id',
        'isActive',
        'lastName',
        'role',
      ]);
  }
  const names = async (query: Record<string, string>) =>
    (await list(client.admin, query)).body.data.users.map(({ role }) => role.name);
  assert.deepEqual(await names({ role: 'MANAGER' }), ['manager']);
  const without = (await list(world.superadmin, { client_id: 'none' })).body.data.users;
  assert.deepEqual(new Set(without.map(({ clientId }) => clientId)), new Set([null]));
  assert.deepEqual(await names({ role: 'Sales Rep' }), ['salesrep', 'salesrep', 'salesrep']);
  assert.deepEqual(await names({ role: 'unheard of' }), []);
  for (const search of ['100%', 'anand_', '0% AN'])
    assert.deepEqual(await names({ search }), ['salesrep'], search);
  for (const search of ['1_0', '%%', 'x%', '\\', 'argon2', 'salesrep.999'])
    assert.deepEqual(await names({ search }), [], search);
  await app.call(
    users.setActive,
    { params: { id: client.otherRep.id }, body: { isActive: false } },
    client.admin.token,
  );
  assert.equal((await names({ is_active: 'false' })).length, 1);
  assert.equal((await names({ is_active: 'true' })).length, 4);
  const pages = [
    await list(client.admin, { limit: '2', page: '1' }),
    await list(client.admin, { limit: '2', page: '3' }),
  ];
  assert.deepEqual(pages.map(({ body }) => [body.data.users.length, body.pagination]), [
    [2, { page: 1, limit: 2, total: 5, totalPages: 3 }], [1, { page: 3, limit: 2, total: 5, totalPages: 3 }],
  ]); // prettier-ignore
});

test('users are listed by their ids, inactive ones included, and those of other clients are left out', async () => {
  const { superadmin, alpha, beta } = world;
  const gone = await createPerson(app, 'salesrep', alpha.id);
  const params = { id: gone.id };
  await app.call(users.setActive, { params, body: { isActive: false } }, superadmin.token);
  const named = [alpha.rep.id, gone.id, beta.rep.id];
  const found = async (person: Person, query: object = {}) => {
    const asked = { query: { ids: [...named, randomUUID()].join(','), ...query } };
    const { body } = await app.call(users.list, asked, person.token);
    assert.equal(body.pagination.total, body.data.users.length);
    return body.data.users.map(({ id }) => id).toSorted();
  };
  const own = [alpha.rep.id, gone.id].toSorted();
  for (const person of [alpha.admin, alpha.manager, alpha.rep]) assert.deepEqual(await found(person), own);
  assert.deepEqual(await found(beta.rep), [beta.rep.id]);
  assert.deepEqual(await found(superadmin), named.toSorted());
  assert.deepEqual(await found(superadmin, { client_id: alpha.id }), own);
  assert.deepEqual(await found(alpha.rep, { is_active: 'true' }), [alpha.rep.id]);
  const ids = Array.from({ length: 101 }, () => randomUUID()).join(',');
  const many = await app.call(users.list, { query: { ids } }, superadmin.token);
  assert.deepEqual([many.status, many.body.message], [422, 'ids can name 100 users at most.']);
});

test('nobody deactivates themselves, and only superadmins deactivate a superadmin', async () => {
  const { superadmin, admin, alpha } = world;
  const setActive = async (person: Person, id: string) =>
    await app.call(users.setActive, { params: { id }, body: { isActive: false } }, person.token);
  const self = await setActive(alpha.admin, alpha.admin.id);
  assert.deepEqual([self.status, self.body.message], [409, 'You cannot deactivate yourself.']);
  const above = await setActive(admin, superadmin.id);
  assert.deepEqual([above.status, above.body.message], [403, 'Only Super Admins can change a Super Admin.']);
  const placed = await create(superadmin, { roleId: ROLE_IDS.superadmin, clientId: alpha.id });
  assert.equal((await setActive(alpha.admin, placed.body.data.user.id)).status, 403);
  assert.equal((await setActive(superadmin, placed.body.data.user.id)).status, 200);
});

test('no response about users contains a hash or anything the contract does not name', async () => {
  const { superadmin, alpha } = world;
  for (const reply of [
    await app.call(users.list, { query: { limit: '100' } }, superadmin.token),
    await app.call(users.get, { params: { id: alpha.rep.id } }, superadmin.token),
    await app.call(auth.me, {}, superadmin.token),
    await create(superadmin, { clientId: alpha.id }),
  ])
    assert.ok(
      !/hash|argon2|password|email_norm|created_users|schema|role_name/i.test(reply.text),
      reply.text,
    );
});
