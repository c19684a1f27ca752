import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { auth } from '#shared/accounts/auth.ts';
import type { Role } from '#shared/accounts/permissions.ts';
import { users } from '#shared/accounts/users.ts';
import type { Mail } from '#server/outside/mail.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { createPerson, createTestClient, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';

const PASSWORD = 'maroon-kettle-92';
const DEAD =
  'This invitation is no longer valid. If you have used it already, sign in. Otherwise please ask for a new one.';

const { app, world } = await withWorld();

const owner = async (text: string) => await ownerRows<Record<string, unknown>>(app, text);

let numbers = 0;
const unusedEmail = () => `invited.${(numbers += 1)}@example.com`;
const invite = async (by: Person, role: Role = 'salesrep', clientId = by.clientId, email = unusedEmail()) =>
  await app.call(accessLinks.invite, { body: { email, roleId: ROLE_IDS[role], clientId } }, by.token);
const register = async (token: string | undefined, more: object = {}) =>
  await app.call(accessLinks.register, {
    body: { token, firstName: 'Asha', lastName: 'Patel', password: PASSWORD, ...more },
  });

test('nobody registers without an invitation, whatever else is sent', async () => {
  for (const body of [
    {},
    { email: 'a@example.com' },
    { token: '' },
    { firstName: 'A', password: PASSWORD },
  ]) {
    const reply = await app.call(accessLinks.register, { body });
    assert.deepEqual([reply.status, reply.body.message], [403, 'Registration is by invitation.']);
  }
});

test('an invitation makes one account with its email, role and client, whatever the guest sends', async () => {
  const email = unusedEmail();
  const { body } = await invite(world.alpha.admin, 'manager', world.alpha.id, email);
  assert.equal(body.data.path, `/register#${body.data.token}`);
  const checked = await app.call(accessLinks.check, { body: { token: body.data.token } });
  assert.deepEqual(checked.body.data, { works: true, invitation: { email, company: 'Client alpha' } });
  const forged = { email: 'other@example.com', roleId: ROLE_IDS.superadmin, clientId: world.beta.id };
  const made = await register(body.data.token, forged);
  assert.deepEqual([made.status, made.body.data], [201, { email }]);
  const session = await app.call(auth.login, { body: { email, password: PASSWORD } });
  assert.equal(session.body.data.user.role.name, 'manager');
  assert.equal(session.body.data.user.clientId, world.alpha.id);
  const again = await register(body.data.token);
  assert.deepEqual([again.status, again.body.message], [422, DEAD]);
});

test('missing fields are reported, and do not use up the invitation', async () => {
  const { token } = (await invite(world.superadmin, 'salesrep', world.alpha.id)).body.data;
  for (const [more, message] of [
    [{ firstName: '' }, 'First name is required'],
    [{ lastName: undefined }, 'Last name is required'],
    [{ password: 'short' }, 'Password must be at least 6 characters'],
    [{ password: 'password123' }, 'This password is too easy to guess. Please choose another.'],
  ] as const) {
    const reply = await register(token, more);
    assert.deepEqual([reply.status, reply.body.message], [422, message]);
  }
  assert.equal((await register(token)).status, 201);
});

test('inviting a user needs the right to create that user', async () => {
  const cases: [Person, Role, string | null, number, string][] = [
    [world.alpha.admin, 'superadmin', world.alpha.id, 403, "You don't have permission to assign this role"],
    [
      world.alpha.admin,
      'salesrep',
      world.beta.id,
      403,
      "You don't have permission to assign users to this client",
    ],
    [world.alpha.admin, 'salesrep', null, 422, 'Please select a client'],
    [world.alpha.manager, 'salesrep', world.alpha.id, 403, 'Only Admins and Super Admins can create users'],
  ];
  for (const [by, role, clientId, status, message] of cases) {
    const reply = await invite(by, role, clientId);
    assert.deepEqual([reply.status, reply.body.message], [status, message]);
  }
  const taken = await invite(world.alpha.admin, 'salesrep', world.alpha.id, world.beta.rep.email);
  assert.deepEqual([taken.status, taken.body.message], [409, 'A user with this email already exists.']);
});

const works = async (token: string) =>
  (await app.call(accessLinks.check, { body: { token } })).body.data.works;

test('an invitation ends after a week, with a newer one, and when its sender loses the right', async () => {
  const email = unusedEmail();
  const first = (await invite(world.superadmin, 'salesrep', world.alpha.id, email)).body.data.token;
  const second = (await invite(world.superadmin, 'salesrep', world.alpha.id, email)).body.data.token;
  assert.equal((await register(first)).body.message, DEAD);
  // The page asks before anything is typed, and gets the response that submitting would get.
  assert.deepEqual(
    [await works(first), await works(second), await works('lin_unknown')],
    [false, true, false],
  );
  await owner(`UPDATE core.invitations SET expires_at = expires_at - interval '7 days'`);
  assert.equal((await register(second)).body.message, DEAD);
  assert.equal(await works(second), false);

  const closing = await createTestClient(app, 'closing');
  const late = (await invite(world.superadmin, 'salesrep', closing.id)).body.data.token;
  await owner(`UPDATE core.clients SET is_active = false WHERE id = '${closing.id}'`);
  assert.equal((await register(late)).body.message, DEAD);
  assert.equal(await works(late), false);

  const demoted = await createPerson(app, 'admin', world.alpha.id);
  const unheard = unusedEmail();
  const third = (await invite(demoted, 'salesrep', world.alpha.id, unheard)).body.data.token;
  await owner(`UPDATE core.users SET role_id = '${ROLE_IDS.manager}' WHERE id = '${demoted.id}'`);
  assert.equal((await register(third)).body.message, DEAD);
  assert.equal(await works(third), false);
  assert.equal((await findOpen(world.alpha.admin, unheard))?.works, false);
  await owner(
    `UPDATE core.users SET role_id = '${ROLE_IDS.admin}', is_active = false WHERE id = '${demoted.id}'`,
  );
  assert.equal((await register(third)).body.message, DEAD);
});

test('invitations count against the five users of an admin, even when all are accepted at once', async () => {
  const admin = await createPerson(app, 'admin', world.alpha.id);
  const emails = Array.from({ length: 8 }, unusedEmail);
  const links = [];
  for (const email of emails)
    links.push((await invite(admin, 'salesrep', admin.clientId, email)).body.data.token);
  const replies = await Promise.all(links.map(async (token) => await register(token)));
  assert.equal(replies.filter(({ status }) => status === 201).length, 5);
  for (const { status, body } of replies.filter((reply) => reply.status !== 201))
    assert.equal(body.message, status === 403 ? 'Admin user limit reached (5 users maximum)' : DEAD);
  // The other links say so before anything is typed, and the list shows it.
  const alive = await Promise.all(links.map(async (token) => await works(token)));
  assert.deepEqual(new Set(alive), new Set([false]));
  const left = (await openTo(world.alpha.admin)).filter(({ email }) => emails.includes(email));
  assert.deepEqual(
    left.map(({ works: still }) => still),
    [false, false, false],
  );
  const { body } = await app.call(users.list, {}, admin.token);
  assert.equal(body.data.createdByMe, 5);
  const sixth = await invite(admin);
  assert.equal(sixth.body.message, 'Admin user limit reached (5 users maximum)');
});

test('of ten simultaneous acceptances of an invitation, one succeeds', async () => {
  const { token } = (await invite(world.superadmin, 'salesrep', world.alpha.id)).body.data;
  const replies = await Promise.all(Array.from({ length: 10 }, async () => await register(token)));
  assert.equal(replies.filter(({ status }) => status === 201).length, 1);
});

test('an invitation mail holds the company and the inviter’s email, and no text the inviter wrote', async () => {
  const mails: Mail[] = [];
  app.config.sendMail = async (mail) => void mails.push(mail);
  const admin = await createPerson(app, 'admin', world.alpha.id);
  // Stored by an earlier version, which accepted such names.
  await owner(
    `UPDATE core.users SET first_name = 'Your account is locked. Sign in at evil.example', last_name = 'Bank' WHERE id = '${admin.id}'`,
  );
  await invite(admin);
  await invite(world.superadmin, 'salesrep', world.alpha.id);
  app.config.sendMail = undefined;
  const [client] = await owner(`SELECT client_name AS name FROM core.clients WHERE id = '${world.alpha.id}'`);
  for (const [index, by] of [admin, world.superadmin].entries()) {
    const text = mails[index]?.text ?? '';
    assert.ok(text.includes(`${by.email} has invited you to join ${String(client?.['name'])} on LMS.`), text);
    assert.ok(!/locked|Bank/.test(text), text);
  }
});

const openTo = async (person: Person) =>
  (await app.call(accessLinks.invitations, { query: { limit: '100' } }, person.token)).body.data.invitations;
const findOpen = async (person: Person, email: string) =>
  (await openTo(person)).find((each) => each.email === email);
const revoke = async (id: string | undefined, by: Person) =>
  (await app.call(accessLinks.revoke, { params: { id: id ?? '' } }, by.token)).status;

test('open invitations are listed for the admins of a client, without their links', async () => {
  const client = await createTestClient(app, 'inviting');
  const [first, second] = [unusedEmail(), unusedEmail()];
  await invite(client.admin, 'manager', client.id, first);
  await invite(world.superadmin, 'salesrep', client.id, second);
  await invite(world.superadmin, 'superadmin', null);
  const listed = await app.call(accessLinks.invitations, {}, client.admin.token);
  assert.doesNotMatch(listed.text, /lin_|token/);
  assert.deepEqual(
    listed.body.data.invitations.map(({ email, role, clientId, works: yes }) => [email, role, clientId, yes]),
    [
      [second, 'salesrep', client.id, true],
      [first, 'manager', client.id, true],
    ],
  );
  assert.equal(listed.body.pagination?.total, 2);
  assert.equal(await findOpen(world.beta.admin, first), undefined);
  assert.equal((await app.call(accessLinks.invitations, {}, client.manager.token)).status, 403);
});

test('a revoked invitation stops working at once', async () => {
  const email = unusedEmail();
  const { token } = (await invite(world.alpha.admin, 'salesrep', world.alpha.id, email)).body.data;
  const id = (await findOpen(world.alpha.admin, email))?.id;
  assert.equal(await revoke(id, world.beta.admin), 404);
  assert.equal(await works(token), true);
  assert.equal(await revoke(id, world.alpha.admin), 200);
  assert.equal(await works(token), false);
  assert.equal((await register(token)).body.message, DEAD);
  assert.equal(await findOpen(world.alpha.admin, email), undefined);
  assert.equal(await revoke(id, world.alpha.admin), 404);
});

test('an admin neither sees nor revokes the invitation of a superadmin', async () => {
  const email = unusedEmail();
  await invite(world.superadmin, 'superadmin', world.alpha.id, email);
  const seen = await findOpen(world.superadmin, email);
  assert.equal(seen?.role, 'superadmin');
  assert.equal(await findOpen(world.alpha.admin, email), undefined);
  assert.equal(await revoke(seen?.id, world.alpha.admin), 404);
});

test('an expired invitation stays in the list for a month, marked as no longer working', async () => {
  const email = unusedEmail();
  await invite(world.alpha.admin, 'salesrep', world.alpha.id, email);
  const age = async (days: number) =>
    await owner(
      `UPDATE core.invitations SET expires_at = expires_at - interval '${days} days' WHERE email = '${email}'`,
    );
  assert.equal((await findOpen(world.alpha.admin, email))?.works, true);
  await age(8);
  await invite(world.alpha.admin);
  assert.equal((await findOpen(world.alpha.admin, email))?.works, false);
  await age(30);
  assert.equal(await findOpen(world.alpha.admin, email), undefined);
});

test('an invitation is no longer open once the person has an account', async () => {
  const [accepted, added] = [unusedEmail(), unusedEmail()];
  const { id: clientId } = world.alpha;
  const { token } = (await invite(world.superadmin, 'salesrep', clientId, accepted)).body.data;
  await invite(world.superadmin, 'salesrep', clientId, added);
  assert.ok((await findOpen(world.alpha.admin, accepted)) && (await findOpen(world.alpha.admin, added)));
  assert.equal((await register(token)).status, 201);
  const person = { firstName: 'Asha', lastName: 'Rao', email: added, password: PASSWORD };
  const body = { ...person, roleId: ROLE_IDS.salesrep, clientId };
  await app.call(users.create, { body }, world.superadmin.token);
  assert.equal(await findOpen(world.alpha.admin, accepted), undefined);
  assert.equal(await findOpen(world.alpha.admin, added), undefined);
});

test('a newer invitation replaces those to the same client, also of a colleague, and no other', async () => {
  const email = unusedEmail();
  const { alpha, beta, superadmin } = world;
  const linkBy = async (...[by, role, clientId]: [Person, Role, string]) =>
    (await invite(by, role, clientId, email)).body.data.token;
  const first = await linkBy(superadmin, 'salesrep', alpha.id);
  const second = await linkBy(await createPerson(app, 'admin', alpha.id), 'manager', alpha.id);
  assert.deepEqual([await works(first), await works(second)], [false, true]);
  assert.equal((await findOpen(alpha.admin, email))?.role, 'manager');
  const others = [
    await linkBy(beta.admin, 'salesrep', beta.id),
    await linkBy(superadmin, 'superadmin', alpha.id),
  ];
  assert.equal(await works(second), false);
  const last = await linkBy(alpha.admin, 'salesrep', alpha.id);
  for (const token of [...others, last]) assert.equal(await works(token), true);
});

test('of simultaneous invitations of one person, one remains', async () => {
  const email = unusedEmail();
  const admins = await Promise.all(
    [1, 2, 3].map(async () => await createPerson(app, 'admin', world.alpha.id)),
  );
  await Promise.all(admins.map(async (by) => await invite(by, 'salesrep', world.alpha.id, email)));
  const left = (await openTo(world.alpha.admin)).filter((each) => each.email === email);
  assert.equal(left.length, 1);
});
