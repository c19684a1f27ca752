import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { auth } from '#shared/accounts/auth.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import type { Mail } from '#server/outside/mail.ts';
import { prolongPause } from '#test/accounts/attempts.ts';
import { createPerson, PASSWORD, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';

const NEW = 'maroon-kettle-92';
const DEAD =
  'This link is no longer valid. If you have used it already, sign in with your new password. Otherwise please ask for a new one.';

const mails: Mail[] = [];
const { app, world } = await withWorld({
  publicUrl: 'https://lms.example.com',
  sendMail: async (mail) => void mails.push(mail),
});
beforeEach(async () => {
  mails.length = 0;
  await owner('DELETE FROM core.public_requests');
});

const owner = async (text: string) => await ownerRows<Record<string, unknown>>(app, text);
const forgot = async (email: string, more: object = {}) =>
  await app.call(accessLinks.forgotPassword, { body: { email }, ...more });
const reset = async (token: string, password = NEW) =>
  await app.call(accessLinks.resetPassword, { body: { token, password } });
const linkFor = async (person: Person, caller = world.superadmin) =>
  await app.call(accessLinks.resetLink, { params: { id: person.id } }, caller.token);
const rep = async () => await createPerson(app, 'salesrep', world.alpha.id);

/** Waits until everything requested so far is done, because a later request is done after it. */
async function settle(): Promise<Mail[]> {
  const { email } = await rep();
  await forgot(email, { from: '10.9.9.9' });
  const isDone = () => mails.findIndex(({ to }) => to === email);
  while (isDone() < 0) await new Promise((resolve) => void setImmediate(resolve));
  return mails.toSpliced(isDone(), 1);
}
const tokenIn = (text: string) => /#(lpr_[\w-]{43})\b/.exec(text)?.[1] ?? assert.fail(text);

test('a mailed link sets a new password once, and ends every session', async () => {
  const person = await rep();
  const other = await signIn(app, person.email);
  const answer = await forgot(` ${person.email.toUpperCase()} `);
  assert.equal(answer.status, 200, answer.text);
  const [mail] = await settle();
  assert.ok(mail);
  assert.equal(mail.to, person.email);
  assert.match(mail.text, /\nhttps:\/\/lms\.example\.com\/reset-password#lpr_/);
  const token = tokenIn(mail.text);

  assert.equal((await reset(token)).status, 200);
  for (const dead of [person.token, other]) assert.equal((await app.call(auth.me, {}, dead)).status, 401);
  assert.equal(
    (await app.call(auth.login, { body: { email: person.email, password: PASSWORD } })).status,
    401,
  );
  await signIn(app, person.email, NEW);
  const again = await reset(token, 'another-kettle-93');
  assert.deepEqual([again.status, again.body.message], [422, DEAD]);
  await signIn(app, person.email, NEW);
});

test('only hashes of tokens are stored', async () => {
  const { token } = (await linkFor(await rep())).body.data;
  assert.match(token, /^lpr_[\w-]{43}$/);
  const [{ found }] = (await owner(`SELECT count(*)::int AS found FROM core.password_resets p
    WHERE p::text LIKE '%${token}%' OR encode(token_hash, 'escape') LIKE '%${token}%'`)) as [
    { found: number },
  ];
  assert.equal(found, 0);
});

test('a link works for an hour', async () => {
  const person = await rep();
  const { token } = (await linkFor(person)).body.data;
  await owner(`UPDATE core.password_resets SET expires_at = expires_at - interval '59 minutes'`);
  const [{ left }] = (await owner(`SELECT count(*)::int AS left FROM core.password_resets
    WHERE expires_at > now()`)) as [{ left: number }];
  assert.ok(left > 0);
  await owner(`UPDATE core.password_resets SET expires_at = expires_at - interval '61 seconds'`);
  assert.equal((await reset(token)).body.message, DEAD);
  await signIn(app, person.email);
});

test('the link of a deactivated user sets no password', async () => {
  const [left, ofDeadClient] = [await rep(), await createPerson(app, 'salesrep', world.beta.id)];
  const tokens = [await linkFor(left), await linkFor(ofDeadClient)].map(({ body }) => body.data.token);
  const hashes = 'SELECT password_hash FROM core.users ORDER BY id';
  const before = await owner(hashes);
  await owner(`UPDATE core.users SET is_active = false WHERE id = '${left.id}'`);
  await owner(`UPDATE core.clients SET is_active = false WHERE id = '${world.beta.id}'`);
  for (const token of tokens) assert.equal((await reset(token)).body.message, DEAD);
  await owner(`UPDATE core.clients SET is_active = true WHERE id = '${world.beta.id}'`);
  assert.deepEqual(await owner(hashes), before);
});

test('a newer link ends the one before', async () => {
  const person = await rep();
  const first = (await linkFor(person)).body.data.token;
  const second = (await linkFor(person)).body.data.token;
  assert.equal((await reset(first)).status, 422);
  assert.equal((await reset(second)).status, 200);
});

test('of twenty simultaneous uses of a link, one succeeds', async () => {
  const { token } = (await linkFor(await rep())).body.data;
  const all = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => await reset(token, `${NEW}-${n}`)),
  );
  assert.equal(all.filter(({ status }) => status === 200).length, 1);
  assert.ok(all.every(({ status }) => status === 200 || status === 422));
});

test("an admin's link is mailed too, twenty an hour; if it cannot be mailed, the admin must pass it on", async () => {
  const { superadmin, alpha } = world;
  const person = await rep();
  const { path, mailed } = (await linkFor(person)).body.data;
  assert.equal(mailed, true);
  assert.deepEqual(
    [mails[0]?.to, mails[0]?.text.includes(`https://lms.example.com${path}`)],
    [person.email, true],
  );
  const body = { email: 'guest@example.com', roleId: ROLE_IDS.salesrep, clientId: alpha.id };
  const invite = async () => (await app.call(accessLinks.invite, { body }, superadmin.token)).body.data;
  const invitation = await invite();
  assert.equal(invitation.mailed, true);
  assert.equal(mails[1]?.to, 'guest@example.com');
  assert.match(mails[1]?.text ?? '', new RegExp(`https://lms\\.example\\.com${invitation.path}`));

  const send = app.config.sendMail;
  app.config.sendMail = async () => {
    throw new Error('no mail today');
  };
  const failed = await invite();
  app.config.sendMail = send;
  assert.deepEqual([failed.mailed, failed.path.startsWith('/register#lin_')], [false, true]);
  for (let times = 3; times < 20; times += 1) assert.equal((await invite()).mailed, true);
  assert.equal((await invite()).mailed, false);
  assert.equal(mails.length, 19);
});

test('a weak password is refused and does not use up the link', async () => {
  const person = await rep();
  const { token } = (await linkFor(person)).body.data;
  assert.equal((await reset(token, 'short')).body.message, 'Password must be at least 6 characters');
  for (const weak of ['password123', person.email]) {
    const { status, body } = await reset(token, weak);
    assert.deepEqual(
      [status, body.message],
      [422, 'This password is too easy to guess. Please choose another.'],
    );
  }
  assert.equal((await reset(token)).status, 200);
});

test('known, unknown and inactive accounts get the same response, and only the known one gets a mail', async () => {
  const [known, inactive] = [await rep(), await rep()];
  await owner(`UPDATE core.users SET is_active = false WHERE id = '${inactive.id}'`);
  const answers = [];
  for (const email of [known.email, 'nobody@example.com', inactive.email]) {
    const { status, body } = await forgot(email);
    answers.push({ status, body });
  }
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
  assert.deepEqual(
    (await settle()).map(({ to }) => to),
    [known.email],
  );
});

test('the response does not wait for the account lookup or its mail', async () => {
  let deliver = (): void => assert.fail('nothing was sent');
  const delivered = new Promise<void>((resolve) => void (deliver = resolve));
  app.config.sendMail = async (mail) => {
    await delivered;
    mails.push(mail);
  };
  try {
    assert.equal((await forgot((await rep()).email)).status, 200);
    assert.deepEqual(mails, []);
  } finally {
    deliver();
    app.config.sendMail = async (mail) => void mails.push(mail);
  }
  assert.equal((await settle()).length, 1);
});

test('an account gets three links an hour, and the fourth request gets the same response', async () => {
  const { email } = await rep();
  const texts = [];
  for (let times = 0; times < 4; times += 1) texts.push(JSON.stringify((await forgot(email)).body));
  assert.equal(new Set(texts).size, 1);
  assert.equal((await settle()).length, 3);
  mails.length = 0;
  await owner(`UPDATE core.public_requests SET at = at - interval '61 minutes'`);
  await forgot(email);
  assert.equal((await settle()).length, 1);
});

test('an address may request thirty links an hour, for any accounts', async () => {
  for (let times = 0; times < 30; times += 1) {
    assert.equal((await forgot(`n${times}@example.com`, { from: '10.1.1.1' })).status, 200);
  }
  const { status, headers } = await forgot('n30@example.com', { from: '10.1.1.1' });
  // Counted from the first of them, which may be some seconds ago.
  assert.deepEqual([status, Math.ceil(Number(headers['retry-after']) / 60)], [429, 60]);
  assert.equal((await forgot('n30@example.com', { from: '10.1.1.2' })).status, 200);
});

test('a mail that fails to send changes no response and stops no later one', async () => {
  const send = app.config.sendMail;
  app.config.sendMail = async () => {
    throw new Error('no mail today');
  };
  assert.equal((await forgot((await rep()).email)).status, 200);
  await new Promise((resolve) => void setImmediate(resolve));
  app.config.sendMail = send;
  await settle();
});

test('without mail the response says who can provide a link, and no link is made', async () => {
  const { sendMail } = app.config;
  delete app.config.sendMail;
  const person = await rep();
  const answer = await forgot(person.email);
  app.config.sendMail = sendMail;
  assert.equal(
    answer.body.message,
    'Email isn’t set up. Ask your administrator for a link to choose a new password.',
  );
  assert.deepEqual(await owner(`SELECT 1 FROM core.password_resets WHERE user_id = '${person.id}'`), []);
});

test('a new password unlocks an account locked for failed attempts, also in the browser of its owner', async () => {
  const person = await rep();
  const login = async (password: string, cookie = '') =>
    await app.call(auth.login, { body: { email: person.email, password }, headers: { cookie } });
  const marks = [(await login(PASSWORD)).headers['set-cookie']].flat().map(String);
  const mark = marks.find((cookie) => cookie.startsWith('__Host-ldm='))?.split(';', 1)[0] ?? '';
  for (const cookie of ['', mark]) {
    for (let tries = 0; tries < 5; tries += 1) await login('wrong', cookie);
    await prolongPause(app);
    assert.equal((await login(PASSWORD, cookie)).status, 429);
  }
  const { token } = (await linkFor(person)).body.data;
  await app.call(accessLinks.resetPassword, { body: { token, password: NEW }, headers: { cookie: mark } });
  for (const cookie of ['', mark]) assert.equal((await login(NEW, cookie)).status, 200);
});

test('nobody makes a link for themselves or an inactive user, nor an admin one for a superadmin', async () => {
  const own = await linkFor(world.alpha.admin, world.alpha.admin);
  assert.deepEqual([own.status, own.body.message], [409, 'Change your own password in your profile.']);
  const above = await linkFor(world.superadmin, world.admin);
  assert.deepEqual([above.status, above.body.message], [403, 'Only Super Admins can change a Super Admin.']);
  const gone = await rep();
  await owner(`UPDATE core.users SET is_active = false WHERE id = '${gone.id}'`);
  const refused = await linkFor(gone, world.alpha.admin);
  assert.deepEqual([refused.status, refused.body.message], [409, 'This user is inactive.']);
});

test('a link made by an admin and its use are in the audit log', async () => {
  const person = await rep();
  await reset((await linkFor(person, world.alpha.admin)).body.data.token);
  const lines = await owner(`SELECT action, actor_id, object_id FROM core.audit
    WHERE object_id = '${person.id}' AND action IN ('reset_link_created', 'password_reset') ORDER BY id`);
  assert.deepEqual(lines, [
    { action: 'reset_link_created', actor_id: world.alpha.admin.id, object_id: person.id },
    { action: 'password_reset', actor_id: person.id, object_id: person.id },
  ]);
});

test('a token of another kind sets no password', async () => {
  const invited = await app.call(
    accessLinks.invite,
    { body: { email: 'kind@example.com', roleId: ROLE_IDS.salesrep, clientId: world.alpha.id } },
    world.superadmin.token,
  );
  for (const token of ['', 'x', world.superadmin.token, invited.body.data.token, '\u0000'])
    assert.equal((await reset(token)).status, 422, token);
});
