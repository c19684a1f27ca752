import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { leads } from '#shared/leads/leads.ts';
import { users } from '#shared/accounts/users.ts';
import type { UserChanges } from '#shared/accounts/users.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { openCore } from '#server/db/system-scope.ts';
import { digestOf } from '#test/rows/digest.ts';
import { createLead, createPerson, createTestClient, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, beta, superadmin } = world;

const change = async (by: Person, { id }: Person, body: UserChanges) =>
  await app.call(users.update, { params: { id }, body }, by.token);
const membersOf = async (schema: string, { id }: Person) =>
  await app.database.asOwner(
    async (owner) =>
      (await owner.query(`SELECT name, is_active, belongs FROM "${schema}".members WHERE id = $1`, [id]))
        .rows as unknown[],
  );

test('an admin corrects a user’s name, which shows everywhere, and the user stays signed in', async () => {
  const { body, status } = await change(alpha.admin, alpha.rep, { firstName: 'Zoya', lastName: 'Khan' });
  assert.deepEqual([status, body.data.user.firstName, body.data.user.lastName], [200, 'Zoya', 'Khan']);
  assert.deepEqual(await membersOf('alpha', alpha.rep), [
    { name: 'Zoya Khan', is_active: true, belongs: true },
  ]);
  assert.equal((await app.call(auth.me, {}, alpha.rep.token)).status, 200);
  const missing = await change(alpha.admin, alpha.rep, { firstName: ' ' });
  assert.deepEqual([missing.status, missing.body.message], [422, 'First name is required']);
});

test('a name is corrected while the user is demoted and deactivated, and restores neither', async () => {
  const person = await createPerson(app, 'manager', alpha.id);
  const open = openCore(app.database).transaction();
  const renamed = await open.execute(async (trx) => {
    const values = { role_id: ROLE_IDS.salesrep, is_active: false };
    await trx.updateTable('core.users').set(values).where('id', '=', person.id).execute();
    const reply = change(alpha.admin, person, { firstName: 'Ravi' });
    const waits = async () =>
      await app.database.asOwner(async (owner) => {
        const { rowCount } = await owner.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%core%users%'",
        );
        return rowCount === 1;
      });
    while (!(await waits())) await new Promise((resolve) => void setImmediate(resolve));
    return { reply };
  });
  const { status, body } = await renamed.reply;
  const { firstName, role, isActive } = body.data.user;
  assert.deepEqual([status, firstName, role.name, isActive], [200, 'Ravi', 'salesrep', false]);
  const [member] = (await membersOf('alpha', person)) as { is_active: boolean }[];
  assert.equal(member?.is_active, false);
});

test('an edit of a user that somebody else has changed is answered with the current row', async () => {
  const person = await createPerson(app, 'salesrep', alpha.id);
  const seen = (await app.call(users.get, { params: { id: person.id } }, alpha.admin.token)).body.data.user;
  const { version } = seen;
  assert.equal((await change(alpha.admin, person, { lastName: 'Rao', version })).status, 200);
  const stale = await change(superadmin, person, { roleId: ROLE_IDS.manager, version });
  const current = await app.call(users.get, { params: { id: person.id } }, superadmin.token);
  assert.deepEqual([stale.status, stale.body.data], [412, current.body.data.user]);
  assert.deepEqual([current.body.data.user.lastName, current.body.data.user.role.name], ['Rao', 'salesrep']);
});

test('a role change ends the user’s sessions, and applies from the next sign-in', async () => {
  const person = await createPerson(app, 'salesrep', alpha.id);
  assert.equal((await change(alpha.admin, person, { roleId: ROLE_IDS.manager })).status, 200);
  assert.equal((await app.call(auth.me, {}, person.token)).status, 401);
  const me = await app.call(auth.me, {}, await signIn(app, person.email));
  assert.equal(me.body.data.user.role.name, 'manager');
});

test('a user without a client is placed in one, and moving to another takes nothing along', async () => {
  const person = await createPerson(app, 'salesrep', null);
  assert.equal((await change(superadmin, person, { clientId: alpha.id })).status, 200);
  person.token = await signIn(app, person.email);
  const lead = await createLead(app, person);
  const left = await change(superadmin, person, { clientId: beta.id });
  assert.equal(left.status, 409);
  assert.match(left.body.message ?? '', /still has 1 open lead and 0 open reminders here\. Deactivate/);
  assert.equal((await app.call(auth.me, {}, person.token)).status, 200);

  await app.call(leads.remove, { params: { id: lead.id } }, alpha.manager.token);
  assert.equal((await change(superadmin, person, { clientId: beta.id })).status, 200);
  assert.equal((await app.call(auth.me, {}, person.token)).status, 401);
  person.token = await signIn(app, person.email);
  assert.equal((await app.call(leads.get, { params: { id: lead.id } }, person.token)).status, 404);
  const [old] = (await membersOf('alpha', person)) as { is_active: boolean; belongs: boolean }[];
  assert.deepEqual([old?.is_active, old?.belongs], [false, false]);
  await createLead(app, person);
});

test('a superadmin may leave open work in a client, and continues with it as a guest', async () => {
  const placed = await createPerson(app, 'superadmin', alpha.id);
  await createLead(app, placed);
  assert.equal((await change(superadmin, placed, { clientId: null })).status, 200);
  placed.token = await signIn(app, placed.email);
  await createLead(app, placed, {}, alpha.id);
  assert.equal((await change(superadmin, placed, { clientId: alpha.id })).status, 200);
  const [member] = (await membersOf('alpha', placed)) as { is_active: boolean; belongs: boolean }[];
  assert.deepEqual([member?.is_active, member?.belongs], [true, true]);
  const demoted = await change(superadmin, placed, { roleId: ROLE_IDS.manager });
  assert.equal(demoted.status, 200, 'the work is within reach of the client’s manager');
});

test('each role may change exactly the users and roles allowed, with the messages of the Users tab', async () => {
  const { admin } = world;
  const free = await createPerson(app, 'salesrep', null);
  const before = await digestOf(app);
  for (const [by, whom, body, status, message] of [
    [alpha.admin, superadmin, { firstName: 'X' }, 404, 'This user does not exist.'],
    [admin, superadmin, { firstName: 'X' }, 403, 'Only Super Admins can change a Super Admin.'],
    [alpha.admin, beta.rep, { firstName: 'X' }, 404, 'This user does not exist.'],
    [alpha.manager, alpha.rep, { firstName: 'X' }, 403, 'Only Admins and Super Admins can manage users.'],
    [
      alpha.admin,
      alpha.rep,
      { roleId: ROLE_IDS.superadmin },
      403,
      "You don't have permission to assign this role",
    ],
    [
      alpha.admin,
      alpha.rep,
      { clientId: beta.id },
      403,
      "You don't have permission to assign users to this client",
    ],
    [admin, free, { clientId: alpha.id }, 403, "You don't have permission to assign users to this client"],
    [alpha.admin, alpha.rep, { clientId: null }, 422, 'Please select a client'],
    [
      alpha.admin,
      alpha.admin,
      { roleId: ROLE_IDS.manager },
      409,
      'You cannot change your own role or client.',
    ],
    [superadmin, superadmin, { clientId: alpha.id }, 409, 'You cannot change your own role or client.'],
  ] as const) {
    // prettier-ignore
    const reply = await change(by, whom, body);
    assert.deepEqual([reply.status, reply.body.message], [status, message]);
  }
  assert.deepEqual(await digestOf(app), before);
});

test('of two superadmins who demote each other at once, one stays', async () => {
  const client = await createTestClient(app, 'keeper');
  const other = await createPerson(app, 'superadmin', client.id);
  const answers = await Promise.all([
    change(superadmin, other, { roleId: ROLE_IDS.admin }),
    change(other, superadmin, { roleId: ROLE_IDS.admin }),
  ]);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});

const managed = (person: Person, manager: Person | null) =>
  change(alpha.admin, person, { managerId: manager?.id ?? null });
const teamOf = async (by: Person, team_of: string) => {
  const { body } = await app.call(users.list, { query: { team_of } }, by.token);
  return new Set(body.data.users.map(({ id }) => id));
};

test('a team is a user and everybody below, at any depth, and cycles are refused', async () => {
  const people = [await createPerson(app, 'manager', alpha.id), await createPerson(app, 'manager', alpha.id), await createPerson(app, 'salesrep', alpha.id)] as const; // prettier-ignore
  const [top, middle, below] = people;
  const everywhere = await createPerson(app, 'superadmin', null);
  const first = await managed(below, middle);
  assert.deepEqual(first.body.data.user.manager, { id: middle.id, name: `manager No${/\d+/.exec(middle.email)?.[0]}` }); // prettier-ignore
  assert.equal((await managed(middle, top)).status, 200);
  assert.deepEqual(await teamOf(alpha.admin, top.id), new Set(people.map(({ id }) => id)));
  assert.deepEqual(await teamOf(middle, 'me'), new Set([middle.id, below.id]));
  const circle = await managed(top, below);
  assert.deepEqual([circle.status, circle.body.errors?.[0]?.field], [422, 'managerId']);
  for (const manager of [top, beta.manager, everywhere])
    assert.equal((await managed(top, manager)).status, 422, 'oneself, another client, nobody of the client');

  // A former user stays in the hierarchy, so that managers above still see their leads, but nobody can be
  // placed below them.
  const off = { params: { id: middle.id }, body: { isActive: false } };
  assert.equal((await app.call(users.setActive, off, alpha.admin.token)).status, 200);
  assert.deepEqual(await teamOf(alpha.admin, top.id), new Set(people.map(({ id }) => id)));
  assert.equal((await managed(alpha.rep, middle)).status, 422);

  // When a user moves to another client, their team goes to the manager above.
  assert.equal((await change(everywhere, middle, { clientId: beta.id })).status, 200);
  assert.deepEqual(await teamOf(alpha.admin, top.id), new Set([top.id, below.id]));
  assert.equal(
    (await app.call(users.get, { params: { id: middle.id } }, everywhere.token)).body.data.user.manager,
    null,
  );
});

test('two admins who would close a cycle at once are handled one after the other', async () => {
  const one = await createPerson(app, 'manager', alpha.id);
  const other = await createPerson(app, 'manager', alpha.id);
  const replies = await Promise.all([managed(one, other), managed(other, one)]);
  assert.deepEqual(
    replies.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 422],
  );
});
