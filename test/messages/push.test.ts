import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { pino } from 'pino';
import { notifications } from '#shared/activities/notifications.ts';
import { profile } from '#shared/accounts/profile.ts';
import { push } from '#shared/activities/push-devices.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { openDatabase } from '#server/db/database.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { noteLeadNews } from '#server/features/notifications/lead-news.queries.ts';
import { startNotifications } from '#server/features/notifications/scheduler.ts';
import { sendPushes } from '#server/features/notifications/send-pushes.ts';
import { openStream } from '#test/messages/event-stream.ts';
import { withPushes } from '#test/messages/push-ground.ts';
import { addDevice } from '#test/messages/push-service.ts';
import { createLead, createPerson, signIn } from '#test/world.ts';

const { service, app, world, alpha, rowsOf, alter, sender, send, newPerson, comeDue, titles } =
  await withPushes();
let address: string;
before(async () => {
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});

test('a due follow-up is pushed once to each device, encrypted, with who sends and how long it is good for', async () => {
  const { person, browser } = await newPerson();
  const phone = service.browser();
  await addDevice(app, { token: await signIn(app, person.email) }, phone);
  const { id, lead } = await comeDue(person);
  const other = await openDatabase(app.owner, 'another process');
  await fireDue(other, alpha, false);
  await alter("UPDATE core.deliveries SET not_before = now() WHERE channel = 'push'");
  await Promise.all([app.database, other, app.database].map(async (each) => await sendPushes(each, sender)));
  await other.close();
  await send();
  for (const each of [browser, phone]) {
    const [content, ...more] = service.of(each);
    assert.deepEqual(more, []);
    assert.match(content?.token ?? '', /^lpa_/);
    assert.match(content?.body ?? '', /^Asha Rao, /);
    const { token: _, body: __, ...rest } = content ?? {};
    assert.deepEqual(rest, {
      title: 'Send the quote',
      tag: id,
      path: `/leads/${lead.id}`,
      call: `/leads/${lead.id}/call?reminder=${id}`,
    });
  }
  const { headers, key } = service.received.find(({ endpoint }) => endpoint === phone.endpoint) ?? {};
  assert.equal(key, (await app.call(push.get, {}, person.token)).body.data.key);
  assert.deepEqual(
    [headers?.['ttl'], headers?.['urgency'], headers?.['topic'], headers?.['content-encoding']],
    ['43200', 'high', id.replaceAll('-', ''), 'aes128gcm'],
  );
});

test('the schedulers of two servers push a follow-up once, after the open pages', async () => {
  const { person, browser } = await newPerson();
  const other = await openDatabase(app.owner, 'a second process');
  const quiet = pino({ level: 'silent' });
  const lead = await createLead(app, person);
  const reminder_date = new Date(Date.now() + 1000).toISOString();
  const body = { lead_id: lead.id, user_id: person.id, title: 'In a moment', reminder_date };
  const started = Date.now();
  const stops = [app.database, other].map((database) => startNotifications(database, app.config, quiet));
  await app.call(reminders.create, { body }, person.token);
  const next = new Date(started + 6000).toISOString();
  await app.call(
    reminders.create,
    { body: { ...body, title: 'A little later', reminder_date: next } },
    person.token,
  );
  await service.until(() => titles(browser).length > 0);
  assert.ok(Date.now() - started > 9_000, 'the pages had their time');
  await service.until(() => titles(browser).length > 1);
  assert.ok(Date.now() - started < 25_000, 'the next one waited only for its own time');
  await Promise.all(stops.map(async (stop) => await stop()));
  await other.close();
  await send();
  assert.deepEqual(titles(browser), ['In a moment', 'A little later']);
});

test('a follow-up that was seen in a page, read in the bell, done or put off is not pushed', async () => {
  const { person, browser } = await newPerson();
  const stream = await openStream(address, person.token);
  const seen = await comeDue(person, 'Seen');
  await stream.until(({ type }) => type === 'due');
  const due = stream.events().find(({ type }) => type === 'due') as { isPushed?: boolean };
  assert.equal(due.isPushed, true);
  assert.equal((await app.call(push.seen, { body: { reminder_id: seen.id } }, person.token)).status, 200);
  stream.close();
  await comeDue(person, 'Read');
  await app.call(notifications.read, { body: {} }, person.token);
  const done = await comeDue(person, 'Done');
  await app.call(reminders.complete, { params: { id: done.id } }, person.token);
  const moved = await comeDue(person, 'Put off');
  const reminder_date = new Date(Date.now() + 86_400_000).toISOString();
  await app.call(reminders.update, { params: { id: moved.id }, body: { reminder_date } }, person.token);
  await comeDue(person, 'Open');
  await send();
  assert.deepEqual(titles(browser), ['Open']);
});

test('nobody else can say that a follow-up was seen', async () => {
  const { person, browser } = await newPerson();
  const { id } = await comeDue(person, 'Not seen');
  await app.call(push.seen, { body: { reminder_id: id } }, world.alpha.otherRep.token);
  await send();
  assert.deepEqual(titles(browser), ['Not seen']);
});

test('notifications name nobody if the person chooses so, and leave out the kinds that are switched off', async () => {
  const { person, browser } = await newPerson();
  const { manager } = world.alpha;
  const choose = async (body: object) => {
    const chosen = await app.call(push.choose, { body }, person.token);
    assert.equal(chosen.status, 200, chosen.text);
  };
  await choose({ showsNames: false });
  await comeDue(person, 'Call Asha about the price');
  await createLead(app, manager, { name: 'Vikram Seth', assigned_to: person.id });
  await noteLeadNews(app.database, alpha, false);
  await send();
  const told = service.of(browser).map(({ title, body }) => `${title} ${body}`);
  assert.equal(told.length, 2);
  assert.doesNotMatch(told.join(), /Asha|Rao|Vikram|Seth|price/);
  assert.deepEqual(titles(browser).toSorted(), ['A follow-up is due', 'For you: 1 lead']);
  await choose({ showsNames: true, without: ['due'] });
  await comeDue(person, 'Not wanted');
  await createLead(app, manager, { name: 'Meera Nair', assigned_to: person.id });
  await noteLeadNews(app.database, alpha, false);
  await send();
  assert.deepEqual(titles(browser).slice(2), ['For you: Meera Nair']);
  await choose({ without: ['assigned'] });
  await createLead(app, manager, { name: 'Not wanted', assigned_to: person.id });
  await noteLeadNews(app.database, alpha, false);
  await send();
  assert.equal(titles(browser).length, 3);
  await app.call(profile.update, { body: { notifications: { reminders: false } } }, person.token);
  await comeDue(person, 'No reminders at all');
  await send();
  assert.equal(titles(browser).length, 3);
});

test('masked contact details stay masked in notifications', async () => {
  const { person, browser } = await newPerson();
  await alter("UPDATE core.clients SET salesrep_contacts = 'masked' WHERE id = $1", [world.alpha.id]);
  await comeDue(person, 'Call 98765 43210');
  await send();
  await alter("UPDATE core.clients SET salesrep_contacts = 'full' WHERE id = $1", [world.alpha.id]);
  assert.equal(titles(browser).length, 1);
  assert.doesNotMatch(titles(browser).join(), /98765|43210/);
});

test('a new device is told nothing of what happened before', async () => {
  const person = await createPerson(app, 'salesrep', world.alpha.id);
  await createLead(app, world.alpha.manager, { name: 'Earlier', assigned_to: person.id });
  const browser = service.browser();
  await addDevice(app, person, browser);
  await createLead(app, world.alpha.manager, { name: 'Later', assigned_to: person.id });
  await Promise.all([1, 2].map(async () => await noteLeadNews(app.database, alpha, false)));
  await send();
  assert.deepEqual(titles(browser), ['For you: Later']);
});

for (const status of [404, 410]) {
  test(`a device that its push service no longer knows (${status}) is removed`, async () => {
    const { person, browser } = await newPerson();
    service.answer((response) => response.writeHead(status).end());
    await comeDue(person);
    await send();
    service.answer(undefined);
    assert.equal(titles(browser).length, 1);
    assert.deepEqual((await app.call(push.get, {}, person.token)).body.data.devices, []);
    await comeDue(person);
    await send();
    assert.equal(titles(browser).length, 1);
  });
}

for (const status of [429, 503]) {
  test(`a busy push service (${status}) is retried when it asks, not before`, async () => {
    const { person, browser, device } = await newPerson();
    service.answer((response) => response.writeHead(status, { 'retry-after': '1800' }).end());
    await comeDue(person);
    await send();
    service.answer(undefined);
    await send();
    assert.equal(titles(browser).length, 1);
    const waits = await rowsOf<{ seconds: number }>(
      'SELECT extract(epoch FROM not_before - now())::int AS seconds FROM core.deliveries WHERE device_id = $1',
      [device],
    );
    assert.ok((waits[0]?.seconds ?? 0) > 1700, JSON.stringify(waits));
    await alter('UPDATE core.deliveries SET not_before = now() WHERE device_id = $1', [device]);
    await send();
    await send();
    assert.equal(titles(browser).length, 2);
  });
}

test('a message that the push service refuses is given up, and the device stays', async () => {
  const { person, browser } = await newPerson();
  service.answer((response) => response.writeHead(413).end());
  await comeDue(person);
  await send();
  service.answer(undefined);
  await alter("UPDATE core.deliveries SET not_before = now() WHERE channel = 'push'");
  await send();
  assert.equal(titles(browser).length, 1);
  assert.equal((await app.call(push.get, {}, person.token)).body.data.devices.length, 1);
});
