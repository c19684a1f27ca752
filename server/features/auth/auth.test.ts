import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { auth } from '#shared/accounts/auth.ts';
import { clients } from '#shared/installation/clients.ts';
import { PERMISSIONS, permissionsOf } from '#shared/accounts/permissions.ts';
import { users } from '#shared/accounts/users.ts';
import { createApp } from '#server/app.ts';
import { openCore } from '#server/db/system-scope.ts';
import { cookieOf, refreshTokenOf } from '#test/safety/principals.ts';
import { createPerson, createTestClient, PASSWORD, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const login = async (email: string, password: string, more: object = {}) =>
  await app.call(auth.login, { body: { email, password }, ...more });

test('a successful sign-in returns the user and the permissions of each role', async () => {
  const { superadmin, admin, alpha } = world;
  for (const { person, label, seesAllClients } of [
    { person: superadmin, label: 'Super Admin', seesAllClients: true },
    { person: admin, label: 'Admin', seesAllClients: true },
    { person: alpha.admin, label: 'Admin', seesAllClients: false },
    { person: alpha.manager, label: 'Manager', seesAllClients: false },
    { person: alpha.rep, label: 'Sales Rep', seesAllClients: false },
  ]) {
    const { status, body } = await login(person.email, PASSWORD);
    assert.equal(status, 200);
    const { user, accessToken } = body.data;
    const bound = person.clientId === alpha.id;
    const isAdmin = ['superadmin', 'admin'].includes(person.role);
    assert.deepEqual(
      { ...user, lastName: '', role: { ...user.role, id: '' } },
      {
        id: person.id, firstName: person.role, lastName: '', email: person.email, role: { id: '', name: person.role, label },
        clientId: person.clientId, client: bound ? { id: alpha.id, clientName: 'Client alpha', timeZone: 'Asia/Kolkata', country: 'IN', yearBegins: 4, subscriptionEndedOn: null } : null,
        permissions: permissionsOf(person.role), seesAllClients, isSuperAdmin: person.role === 'superadmin',
        canAccessRoleManagement: isAdmin, canAccessUserManagement: isAdmin, canAccessApiSettings: isAdmin,
        notifications: { email: true, reminders: true, weekly: false, leads: false }, sendsMail: false, whoseDay: person.role === 'salesrep' ? 'me' : 'team', leadVisibility: 'company', mayExport: true, masksContacts: false, agentNumber: null, ringsPhone: false,
      },
    ); // prettier-ignore
    const me = await app.call(auth.me, {}, accessToken);
    assert.deepEqual(me.body.data.user, user);
  }
});

test('an email matches in any spelling', async () => {
  const { email } = world.alpha.rep;
  for (const spelling of [email.toUpperCase(), `  ${email}\t`, email.replace('s', 'S')])
    assert.equal((await login(spelling, PASSWORD)).status, 200, spelling);
});

test('the cookies of a sign-in cannot be read by scripts, sent cross-site or set for other hosts', async () => {
  const { headers, text } = await login(world.alpha.rep.email, PASSWORD);
  const [cookie = '', mark = ''] = [headers['set-cookie']].flat().map(String);
  assert.match(
    cookie,
    /^__Host-lrt=lrt_[\w-]{65}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  assert.match(mark, /^__Host-ldm=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  assert.ok(!text.includes(cookieOf(cookie)));
  assert.equal(headers['cache-control'], 'no-store');
  const plain = await createApp(
    { ...app.config, insecureHttp: true },
    app.database,
    'key',
    pino({ level: 'silent' }),
  );
  const reply = await plain.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: world.alpha.rep.email, password: PASSWORD },
  });
  assert.match(
    String([reply.headers['set-cookie']].flat()[0]),
    /^lrt=lrt_[\w-]{65}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  await plain.close();
});

test('unknown account, wrong password, inactive user and inactive client get the same response', async () => {
  const client = await createTestClient(app, 'closing');
  const inactive = await createPerson(app, 'salesrep', world.alpha.id);
  const { token } = world.superadmin;
  await app.call(users.setActive, { params: { id: inactive.id }, body: { isActive: false } }, token);
  await app.call(clients.setActive, { params: { id: client.id }, body: { isActive: false } }, token);
  const tries: [string, string][] = [
    ['nobody@example.com', PASSWORD],
    [world.alpha.rep.email, 'wrong'],
    [world.alpha.rep.email, `${PASSWORD} `],
    [world.alpha.rep.email, 'x'.repeat(1025)],
    [world.alpha.rep.email, `${PASSWORD}\u0000`],
    [inactive.email, PASSWORD],
    [client.rep.email, PASSWORD],
    ['not an address', PASSWORD],
  ];
  for (const [email, password] of tries) {
    const { status, body, headers } = await login(email, password);
    const { request_id, ...rest } = body as typeof body & { request_id: string };
    assert.equal(status, 401, email);
    assert.deepEqual(rest, { success: false, message: 'Invalid email or password', code: 'unauthenticated' });
    assert.equal(headers['set-cookie'], undefined);
    assert.equal(headers['x-request-id'], request_id);
  }
  await app.database.asOwner(async (owner) => await owner.query('DELETE FROM core.sign_in_attempts'));
});

test('a missing email or password is reported in the form’s words', async () => {
  const missing = [[{}, 'Email is required'], [{ email: 'a@b.in' }, 'Password is required'], [{ email: '', password: '' }, 'Email is required'],
    [{ email: ['a@b.in'], password: 'x' }, 'Email is required'], [{ email: 'a@b.in', password: { $ne: 1 } }, 'Password is required']] as const; // prettier-ignore
  for (const [body, message] of missing) {
    const reply = await app.call(auth.login, { body });
    assert.deepEqual([reply.status, reply.body.message], [422, message]);
  }
});

test('a bearer token counts in any case of the scheme, and a dead or missing one is answered with the scheme', async () => {
  const { token } = world.alpha.rep;
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const { statusCode, headers: sent } = await app.app.inject({ url: '/api/auth/me', headers });
    return [statusCode, sent['www-authenticate']];
  };
  for (const scheme of ['Bearer ', 'bearer ', 'BEARER  '])
    assert.deepEqual(await ask(`${scheme}${token}`), [200, undefined], scheme);
  for (const wrong of [
    undefined,
    'bearer lat_wrong',
    `Basic ${token}`,
    `Bearer${token}`,
    `Bearer ${token} x`,
  ])
    assert.deepEqual(await ask(wrong), [401, 'Bearer'], wrong);
  const failed = await login(world.alpha.rep.email, 'wrong');
  assert.deepEqual([failed.status, failed.headers['www-authenticate']], [401, undefined]);
});

test('deactivating a user ends their sessions at once, and activating restores none', async () => {
  const { token } = world.alpha.admin;
  const person = await createPerson(app, 'manager', world.alpha.id);
  const refresh = await refreshTokenOf(app, person.email);
  const setActive = async (isActive: boolean) =>
    await app.call(users.setActive, { params: { id: person.id }, body: { isActive } }, token);
  assert.equal((await setActive(false)).body.data.user.isActive, false);
  assert.equal((await app.call(auth.me, {}, person.token)).status, 401);
  const refreshed = await app.call(auth.refresh, { headers: { cookie: `__Host-lrt=${refresh}` } });
  assert.equal(refreshed.status, 401);
  assert.equal((await setActive(true)).status, 200);
  assert.equal((await app.call(auth.me, {}, person.token)).status, 401);
  assert.equal((await login(person.email, PASSWORD)).status, 200);
});

test('deactivating a client ends its users’ sessions at once, and blocks writes there', async () => {
  const client = await createTestClient(app, 'resting');
  const { token } = world.superadmin;
  const setActive = async (isActive: boolean) =>
    await app.call(clients.setActive, { params: { id: client.id }, body: { isActive } }, token);
  await setActive(false);
  for (const { token: dead } of [client.admin, client.manager, client.rep])
    assert.equal((await app.call(auth.me, {}, dead)).status, 401);
  await setActive(true);
  assert.equal((await app.call(auth.me, {}, client.rep.token)).status, 401);
  assert.equal((await login(client.rep.email, PASSWORD)).status, 200);
});

test('an inactive account or client is refused even while its session exists', async () => {
  const person = await createPerson(app, 'salesrep', world.beta.id);
  const refresh = await refreshTokenOf(app, person.email);
  const statuses = async () => [
    (await app.call(auth.me, {}, person.token)).status,
    (await app.call(auth.refresh, { headers: { cookie: `__Host-lrt=${refresh}` } })).status,
  ];
  const core = openCore(app.database);
  const setUser = async (is_active: boolean) =>
    await core.updateTable('core.users').set({ is_active }).where('id', '=', person.id).execute();
  const setClient = async (is_active: boolean) =>
    await core.updateTable('core.clients').set({ is_active }).where('id', '=', world.beta.id).execute();
  await setUser(false);
  assert.deepEqual(await statuses(), [401, 401]);
  await setUser(true);
  await setClient(false);
  assert.deepEqual(await statuses(), [401, 401]);
  await setClient(true);
  assert.deepEqual(await statuses(), [200, 200]);
});

test('a lowered role or a changed client applies from the next request', async () => {
  const person = await createPerson(app, 'admin', world.alpha.id);
  const listUsers = async () =>
    await app.call(users.get, { params: { id: world.alpha.rep.id } }, person.token);
  assert.equal((await listUsers()).status, 200);
  const core = openCore(app.database).updateTable('core.users').where('id', '=', person.id);
  await core.set({ client_id: world.beta.id }).execute();
  assert.equal((await listUsers()).status, 404);
  await core
    .set({
      client_id: world.alpha.id,
      role_id: (await app.call(auth.me, {}, world.alpha.rep.token)).body.data.user.role.id,
    })
    .execute();
  const refused = await listUsers();
  assert.deepEqual([refused.status, refused.body.message], [403, PERMISSIONS['users.manage'].refusal]);
});

test('nobody in a deactivated client or account signs in, makes a request or refreshes, even with a session left', async () => {
  const { gone, closed } = {
    gone: await createPerson(app, 'salesrep', world.alpha.id),
    closed: await createTestClient(app, 'closed'),
  };
  const alter = async (statement: string, id: string) =>
    await app.database.asOwner(async (owner) => void (await owner.query(statement, [id])));
  for (const person of [gone, closed.rep, closed.admin]) {
    const cookie = `__Host-lrt=${await refreshTokenOf(app, person.email)}`;
    await alter('UPDATE core.users SET is_active = $1::uuid IS NULL WHERE id = $1', gone.id);
    await alter('UPDATE core.clients SET is_active = $1::uuid IS NULL WHERE id = $1', closed.id);
    const replies = [
      await login(person.email, PASSWORD),
      await app.call(auth.me, {}, person.token),
      await app.call(auth.refresh, { headers: { cookie } }),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [401, 401, 401],
      person.email,
    );
    await alter('UPDATE core.users SET is_active = true WHERE id = $1', gone.id);
    await alter('UPDATE core.clients SET is_active = true WHERE id = $1', closed.id);
  }
});
