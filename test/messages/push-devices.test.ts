import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { profile } from '#shared/accounts/profile.ts';
import { push } from '#shared/activities/push-devices.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { users } from '#shared/accounts/users.ts';
import { forgetOldDevices } from '#server/features/notifications/deliveries.queries.ts';
import { pushKeysOf } from '#server/secrets/push-keys.ts';
import { withPushes } from '#test/messages/push-ground.ts';
import type { Told } from '#test/messages/push-ground.ts';
import { addDevice, newBrowser, subscriptionOf } from '#test/messages/push-service.ts';
import { PASSWORD, createPerson, signIn } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { service, app, world, rowsOf, alter, sender, send, newPerson, comeDue, titles } = await withPushes();

const act = async (token: string | undefined, action: 'done' | 'snooze') =>
  (await app.call(push.act, { body: { token: token ?? '', action } })).status;
type Stored = { is_completed: boolean; reminder_date: Date };
const reminder = async (id: string): Promise<Stored> => {
  const [row] = await rowsOf<Stored>(
    'SELECT is_completed, reminder_date FROM alpha.reminders WHERE id = $1',
    [id],
  );
  assert.ok(row);
  return row;
};

test('the buttons complete and put off the follow-up without a session, once, and only in this version', async () => {
  const { person, browser } = await newPerson();
  const done = await comeDue(person, 'To do');
  const later = await comeDue(person, 'To put off');
  const changed = await comeDue(person, 'Changed meanwhile');
  await send();
  const tokenOf = (id: string) => service.of(browser).find(({ tag }) => tag === id)?.token;
  assert.equal(await act(tokenOf(done.id), 'done'), 200);
  assert.equal((await reminder(done.id)).is_completed, true);
  assert.equal(await act(tokenOf(done.id), 'done'), 409);
  assert.equal(await act(tokenOf(later.id), 'snooze'), 200);
  const left = (await reminder(later.id)).reminder_date.getTime() - Date.now();
  assert.ok(Math.abs(left - 3_600_000) < 60_000, `${left}`);
  assert.equal(await act(tokenOf(later.id), 'snooze'), 409);
  await app.call(reminders.update, { params: { id: changed.id }, body: { title: 'New' } }, person.token);
  assert.equal(await act(tokenOf(changed.id), 'done'), 409);
  const forged = `${tokenOf(changed.id)?.slice(0, -1)}${tokenOf(changed.id)?.endsWith('A') ? 'B' : 'A'}`;
  assert.equal(await act(forged, 'done'), 404);
});

const ENDINGS: Record<string, (told: Told) => Promise<unknown>> = {
  'the user signs out': async ({ person }) => await app.call(auth.logout, {}, person.token),
  'the user signs out everywhere': async ({ person }) => await app.call(auth.endSessions, {}, person.token),
  'the session is ended on another device': async ({ person }) => {
    const elsewhere = await signIn(app, person.email);
    const { sessions } = (await app.call(auth.sessions, {}, elsewhere)).body.data;
    const id = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    assert.equal((await app.call(auth.endSession, { params: { id } }, elsewhere)).status, 200);
  },
  'the password is changed elsewhere': async ({ person }) => {
    const body = { currentPassword: PASSWORD, newPassword: 'maroon-kettle-92' };
    await app.call(profile.changePassword, { body }, await signIn(app, person.email));
  },
  'the user removes the device': async ({ person, device }) => {
    const removed = await app.call(push.remove, { params: { id: device } }, person.token);
    assert.equal(removed.status, 200, removed.text);
  },
  'the user is deactivated': async ({ person }) => {
    const call = { params: { id: person.id }, body: { isActive: false } };
    assert.equal((await app.call(users.setActive, call, world.alpha.admin.token)).status, 200);
  },
  'the account is gone': async ({ person }) =>
    await alter('DELETE FROM core.users WHERE id = $1', [person.id]),
};

for (const [what, end] of Object.entries(ENDINGS)) {
  test(`no device is told anything, and no button works, once ${what}`, async () => {
    const told = await newPerson();
    const { id } = await comeDue(told.person, 'Before');
    await send();
    const [content] = service.of(told.browser);
    assert.ok(content?.token);
    await comeDue(told.person, 'Waiting');
    await end(told);
    await send();
    assert.deepEqual(titles(told.browser), ['Before']);
    assert.equal(await act(content.token, 'done'), 404);
    assert.equal((await reminder(id)).is_completed, false);
    assert.deepEqual(await rowsOf('SELECT 1 FROM core.push_devices WHERE id = $1', [told.device]), []);
  });
}

test('a session that has run out goes on to notify, until a month passes with nobody there', async () => {
  const { person, browser, device } = await newPerson();
  await alter(
    "UPDATE core.sessions SET expires_at = now() - interval '1 hour', idle_expires_at = now() - interval '2 hours', access_expires_at = now() - interval '2 hours' WHERE user_id = $1",
    [person.id],
  );
  const elsewhere = { ...person, token: await signIn(app, person.email) };
  await comeDue(elsewhere, 'The next day');
  await send();
  assert.deepEqual(titles(browser), ['The next day']);
  assert.equal(await act(service.of(browser)[0]?.token, 'done'), 200);
  const listed = async () => (await app.call(push.get, {}, elsewhere.token)).body.data.devices;
  assert.deepEqual(
    (await listed()).map(({ id, isCurrent }) => [id, isCurrent]),
    [[device, false]],
  );
  const kept = await app.call(
    push.add,
    { body: { ...subscriptionOf(browser), isNew: false } },
    elsewhere.token,
  );
  assert.equal(kept.body.data.isOn, true);
  assert.equal((await listed())[0]?.isCurrent, true);
  await alter("UPDATE core.push_devices SET seen_at = now() - interval '31 days' WHERE id = $1", [device]);
  await comeDue(elsewhere, 'A month later');
  await send();
  assert.equal(titles(browser).length, 1);
  await forgetOldDevices(app.database);
  assert.deepEqual(await listed(), []);
});

test('a browser notifies the person who last turned notifications on there, and nobody takes it over by signing in', async () => {
  const { person, browser } = await newPerson();
  const other = await createPerson(app, 'salesrep', world.alpha.id);
  const body = subscriptionOf(browser);
  const add = async ({ token }: Person, isNew: boolean) =>
    (await app.call(push.add, { body: { ...body, isNew } }, token)).body.data.isOn;
  assert.equal(await add(other, false), false);
  assert.equal(await add(other, true), true);
  assert.equal(await add(person, false), false);
  await comeDue(person, 'Of the first');
  await comeDue(other, 'Of the second');
  await send();
  assert.deepEqual(titles(browser), ['Of the second']);
});

test('signing in again while the session goes on keeps the device', async () => {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  const login = { body: { email: person.email, password: PASSWORD } };
  const first = await app.call(auth.login, login);
  const [cookie = ''] = [first.headers['set-cookie']].flat().map(String);
  const device = await addDevice(app, { token: first.body.data.accessToken });
  const again = await app.call(auth.login, { ...login, headers: { cookie: cookie.split(';', 1)[0] ?? '' } });
  assert.equal(again.status, 200, again.text);
  const { devices } = (await app.call(push.get, {}, again.body.data.accessToken)).body.data;
  assert.deepEqual(
    devices.map(({ id, isCurrent }) => [id, isCurrent]),
    [[device, true]],
  );
});

test('addresses inside the own network or without https, and invalid keys, are refused', async () => {
  const { token } = world.alpha.rep;
  const good = subscriptionOf(newBrowser('https://push.example.com'));
  const add = async (changes: object) =>
    (await app.call(push.add, { body: { ...good, isNew: true, ...changes } }, token)).status;
  for (const endpoint of [
    'http://push.example.com/a',
    'https://localhost/a',
    'https://10.0.0.1/a',
    'https://169.254.169.254/latest',
    'https://push.example.com:25/a',
    'ftp://push.example.com/a',
    'no address',
    `https://push.example.com/${'a'.repeat(2000)}`,
  ])
    assert.equal(await add({ endpoint }), 422, endpoint);
  assert.equal(await add({ p256dh: Buffer.alloc(65, 4).toString('base64url') }), 422);
  assert.equal(await add({ auth: 'short' }), 422);
  assert.equal(await add({}), 200);
});

test('the key stays the same, and other devices of the user are neither shown nor removable to others', async () => {
  const { person, device } = await newPerson();
  assert.deepEqual(pushKeysOf(app.database.installation.tokenKey), sender.keys);
  assert.notEqual(pushKeysOf('another installation').publicKey, sender.keys.publicKey);
  const other = world.alpha.manager.token;
  assert.equal((await app.call(push.remove, { params: { id: device } }, other)).status, 404);
  assert.equal((await app.call(push.get, {}, other)).body.data.devices.length, 0);
  assert.equal((await app.call(push.get, {}, person.token)).body.data.devices.length, 1);
});
