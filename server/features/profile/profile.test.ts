import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { auditLog } from '#shared/accounts/audit.ts';
import { auth } from '#shared/accounts/auth.ts';
import { clients } from '#shared/installation/clients.ts';
import { profile } from '#shared/accounts/profile.ts';
import { users } from '#shared/accounts/users.ts';
import { findAccount } from '#server/features/auth/auth.queries.ts';
import { updateProfile } from '#server/features/profile/profile.queries.ts';
import type { Mail } from '#server/outside/mail.ts';
import { prolongPause } from '#test/accounts/attempts.ts';
import { createPerson, createTestClient, PASSWORD, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';

const NEEDED = 'Enter your current password to change your email.';
const DEAD =
  'This link is no longer valid. If you have used it already, sign in with your new email. Otherwise please change it once more in your profile.';
const NEW = 'maroon-kettle-92';

const mails: Mail[] = [];
const send = async (mail: Mail) => void mails.push(mail);
const { app, world } = await withWorld({ publicUrl: 'https://lms.example.com', sendMail: send });
beforeEach(async () => {
  mails.length = 0;
  app.config.sendMail = send;
  await owner('DELETE FROM core.public_requests');
});

const owner = async (text: string) => await ownerRows<Record<string, unknown>>(app, text);
const rep = async () => await createPerson(app, 'salesrep', world.alpha.id);
let addresses = 0;
const fresh = () => `fresh${(addresses += 1)}@example.com`;
const change = async (person: Person, email: string, currentPassword: string | undefined = PASSWORD) =>
  await app.call(profile.update, { body: { email, currentPassword } }, person.token);
const confirm = async (token: string) => await app.call(profile.confirmEmail, { body: { token } });
const isAlive = async (token: string) => (await app.call(auth.me, {}, token)).status === 200;
const linkFor = async ({ id }: Person) =>
  (await app.call(accessLinks.resetLink, { params: { id } }, world.superadmin.token)).body.data.token;
const reset = async (token: string) =>
  (await app.call(accessLinks.resetPassword, { body: { token, password: NEW } })).status;
/** The mails of all changes requested so far: mails go out in order, and this change's is the last. */
async function settle(): Promise<Mail[]> {
  const email = fresh();
  await change(await rep(), email);
  const own = () => mails.findIndex(({ to }) => to === email);
  while (own() < 0) await new Promise((resolve) => void setImmediate(resolve));
  return mails.slice(0, own() - 1);
}
const tokenIn = (mail: Mail | undefined) => /#(lec_[\w-]{43})\b/.exec(mail?.text ?? '')?.[1] ?? assert.fail();
async function tokenFor(person: Person, email = fresh()): Promise<string> {
  await change(person, email);
  return tokenIn((await settle()).find(({ to }) => to === email));
}

test('another email needs the current password, and nothing changes without it', async () => {
  const person = await rep();
  const absent = await app.call(profile.update, { body: { email: fresh() } }, person.token);
  assert.deepEqual(
    [absent.status, absent.body.errors],
    [422, [{ field: 'currentPassword', message: NEEDED }]],
  );
  const wrong = await change(person, fresh(), 'wrong');
  assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.field], [422, 'currentPassword']);
  assert.equal((await app.call(auth.me, {}, person.token)).body.data.user.email, person.email);
  // Failed attempts here and at the password change count together.
  const guess = { currentPassword: 'wrong', newPassword: NEW };
  for (let tries = 0; tries < 4; tries += 1)
    await app.call(profile.changePassword, { body: guess }, person.token);
  await prolongPause(app);
  assert.equal((await change(person, fresh())).status, 429);
  assert.deepEqual((await settle()).length, 0);
});

test('a new name or another spelling of the current email needs no password', async () => {
  const person = await rep();
  const email = person.email.toUpperCase();
  const body = { firstName: ' Asha ', lastName: 'पटेल', email };
  const saved = await app.call(profile.update, { body }, person.token);
  const { user } = saved.body.data;
  assert.deepEqual(
    [saved.body.message, user.firstName, user.lastName, user.email],
    ['Profile saved.', 'Asha', 'पटेल', email],
  );
  assert.ok(await isAlive(person.token));
  const named = await app.call(users.list, { query: { search: 'Asha पटेल' } }, world.alpha.rep.token);
  assert.equal(named.body.data.users[0]?.id, person.id);
});

test('a save changes only what was sent: neither an admin’s correction nor a deactivation of that moment', async () => {
  const person = await rep();
  const admitted = (await findAccount(app.database, person.id)) ?? assert.fail();
  await app.call(profile.update, { body: { notifications: { weekly: false } } }, person.token);
  const params = { id: person.id };
  const { version } = (await app.call(users.list, { query: { ids: person.id } }, world.alpha.admin.token))
    .body.data.users[0] as { version: string };
  const corrected = { firstName: 'Asha', version };
  assert.equal(
    (await app.call(users.update, { params, body: corrected }, world.alpha.admin.token)).status,
    200,
  );
  await app.call(users.setActive, { params, body: { isActive: false } }, world.alpha.admin.token);
  await owner(`UPDATE core.users SET email = 'n@x.in', email_norm = 'n@x.in' WHERE id = '${person.id}'`);
  const sent = { lastName: 'Rao', email: person.email, notifications: { reminders: false } };
  await updateProfile(app.database, admitted, sent, '');
  const [row] = await owner(`
    SELECT u.first_name, u.last_name, u.email, u.notify_weekly, u.notify_reminders, m.name, m.is_active
    FROM core.users u JOIN alpha.members m ON m.id = u.id WHERE u.id = '${person.id}'`);
  assert.deepEqual(Object.values(row ?? {}), ['Asha', 'Rao', 'n@x.in', false, false, 'Asha Rao', false]);
});

test('the link sent to the new address changes the email once, and the old address is notified before and after', async () => {
  const person = await rep();
  const other = await signIn(app, person.email);
  const email = fresh();
  const answer = await change(person, email);
  assert.deepEqual(
    [answer.status, answer.body.data.user.email, answer.body.data.confirming],
    [200, person.email, email],
  );
  const [asked, link] = await settle();
  assert.deepEqual([asked?.to, link?.to], [person.email, email]);
  assert.match(asked?.text ?? '', /change your password now/);
  assert.match(link?.text ?? '', /\nhttps:\/\/lms\.example\.com\/confirm-email#lec_/);
  assert.ok((await isAlive(other)) && (await isAlive(person.token)), 'nothing has changed yet');

  const done = await confirm(tokenIn(link));
  assert.deepEqual([done.status, done.body.data.email], [200, email]);
  assert.deepEqual([await isAlive(person.token), await isAlive(other)], [true, false]);
  await signIn(app, email);
  assert.equal(
    (await app.call(auth.login, { body: { email: person.email, password: PASSWORD } })).status,
    401,
  );
  assert.equal((await confirm(tokenIn(link))).body.message, DEAD);
  const told = (await settle()).at(-1);
  assert.deepEqual([told?.to, told?.subject], [person.email, 'Your LMS email was changed']);
  assert.ok(told?.text.includes(email));

  const seen = await app.call(auditLog.list, { query: { limit: 10 } }, world.alpha.admin.token);
  const lines = seen.body.data.entries.filter(({ details }) => details?.['to'] === email);
  assert.deepEqual(
    lines.map(({ action, details }) => [action, details]),
    [
      ['email_changed', { from: person.email, to: email }],
      ['email_change_requested', { to: email }],
    ],
  );
});

test('a mailbox that is gone does not keep its user from changing to another', async () => {
  const person = await rep();
  app.config.sendMail = async (mail) => {
    if (mail.to === person.email) throw new Error('550 No such mailbox');
    await send(mail);
  };
  assert.equal((await confirm(await tokenFor(person))).status, 200);
});

test('neither the response nor a link reveals whether an address has an account, only a mail to it does', async () => {
  const person = await rep();
  const answers = [];
  for (const email of [world.superadmin.email, world.beta.rep.email.toUpperCase(), fresh()]) {
    const { status, body } = await change(person, email);
    answers.push(JSON.stringify({ status, body }).replaceAll(email, '<address>'));
  }
  assert.equal(new Set(answers).size, 1);
  const sent = await settle();
  assert.deepEqual(
    sent.map(({ to }) => to),
    [person.email, person.email, person.email, `fresh${addresses - 1}@example.com`],
  );
});

test('a link is dead once used, expired, unknown, replaced, or its address is taken', async () => {
  const person = await rep();
  const replaced = await tokenFor(person);
  const old = await tokenFor(person);
  await owner(`UPDATE core.email_changes SET expires_at = expires_at - interval '61 minutes'`);
  const taken = fresh();
  const late = await tokenFor(await rep(), taken);
  const first = await tokenFor(await rep(), taken);
  assert.equal((await confirm(first)).status, 200);
  for (const token of [replaced, old, late, 'lec_unknown', '', '\u0000', person.token])
    assert.deepEqual(
      [(await confirm(token)).status, (await confirm(token)).body.message],
      [422, DEAD],
      token,
    );
});

test('without mail the email changes at once, and a taken one can be requested five times an hour', async () => {
  delete app.config.sendMail;
  const person = await rep();
  const other = await signIn(app, person.email);
  const email = fresh();
  const saved = await change(person, email);
  assert.deepEqual([saved.body.message, saved.body.data.user.email], ['Profile saved.', email]);
  assert.deepEqual([await isAlive(person.token), await isAlive(other)], [true, false]);
  for (let tries = 1; tries < 5; tries += 1)
    assert.equal(
      (await change(person, world.beta.rep.email)).body.message,
      'A user with this email already exists.',
    );
  await owner(`UPDATE core.public_requests SET at = now() - interval '20 minutes'`);
  const refused = await change(person, fresh());
  assert.deepEqual([refused.status, Math.ceil(Number(refused.headers['retry-after']) / 60)], [429, 40]);
  assert.equal(refused.body.message, 'Too many changes of the email. Please try again in 40 minutes.');
});

test('a change of password or email, or the end of an account, ends open links and other sessions', async () => {
  const resting = await createTestClient(app, 'resting');
  const off = { isActive: false };
  const ways: Record<string, (person: Person) => Promise<{ status: number }>> = {
    'own password': async ({ token }) =>
      await app.call(
        profile.changePassword,
        { body: { currentPassword: PASSWORD, newPassword: NEW } },
        token,
      ),
    'password by link': async (person) =>
      await app.call(accessLinks.resetPassword, { body: { token: await linkFor(person), password: NEW } }),
    'own email': async (person) => {
      delete app.config.sendMail;
      return await change(person, fresh());
    },
    'email by link': async (person) => await confirm(await tokenFor(person)),
    'signing out everywhere': async ({ token }) => await app.call(auth.endSessions, {}, token),
    deactivation: async ({ id }) =>
      await app.call(users.setActive, { params: { id }, body: off }, world.superadmin.token),
    'deactivation with handover': async ({ id }) =>
      await app.call(
        users.setActive,
        { params: { id }, body: { ...off, reassignTo: null } },
        world.superadmin.token,
      ),
    'deactivation of the client': async () =>
      await app.call(clients.setActive, { params: { id: resting.id }, body: off }, world.superadmin.token),
  };
  for (const [name, act] of Object.entries(ways)) {
    app.config.sendMail = send;
    const person = await createPerson(app, 'salesrep', name.includes('client') ? resting.id : world.alpha.id);
    const other = await signIn(app, person.email);
    const emailLink = name === 'email by link' ? 'lec_none' : await tokenFor(person);
    const link = name === 'password by link' ? 'lpr_none' : await linkFor(person);
    assert.equal((await act(person)).status, 200, name);
    assert.equal(await isAlive(other), false, `${name}: session`);
    await owner(`UPDATE core.users SET is_active = true; UPDATE core.clients SET is_active = true`);
    assert.deepEqual([await reset(link), (await confirm(emailLink)).status], [422, 422], `${name}: links`);
  }
});

test('names are one line without direction marks, in the account and in every mail', async () => {
  const person = await rep();
  const body = {
    firstName: 'Your bank\n\nYour account\u2028is\u0085locked.\u202e',
    lastName: 'A\tB\u2066\u0007',
  };
  const { user } = (await app.call(profile.update, { body }, person.token)).body.data;
  assert.deepEqual([user.firstName, user.lastName], ['Your bank Your account is locked.', 'A B']);
  const link = { firstName: 'Sign in at https://evil.example', lastName: 'x' };
  const refused = await app.call(profile.update, { body: link }, person.token);
  assert.deepEqual([refused.status, refused.body.message], [422, 'A name cannot hold a web address.']);
  // Stored by an earlier version.
  await owner(`UPDATE core.users SET first_name = E'Bank\\n\\nSign in' WHERE id = '${person.id}'`);
  await change(person, fresh());
  await linkFor(person);
  const texts = [...(await settle()), ...mails].map(({ text }) => text);
  assert.ok(texts.length > 0);
  // Anybody named as an address may receive these mails, so they contain no text of the user's.
  assert.ok(!texts.some((text) => text.includes('Bank')));
});
