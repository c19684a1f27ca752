import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { callLogs } from '#shared/activities/call-logs.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leads } from '#shared/leads/leads.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { MAX_WEBHOOKS, webhooks } from '#shared/company/webhooks.ts';
import type { WebhookDelivery } from '#shared/company/webhooks.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { senderActor } from '#server/db/actors.ts';
import { Scope } from '#server/db/scope.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { insertLead } from '#server/leads/changes/lead-creation.queries.ts';
import { SHORT, withHooks } from '#test/outside/hooks.ts';
import { startReceiver } from '#test/outside/receiver.ts';
import { importFile } from '#test/input/upload.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const { app, world } = await withWorld();
const hooks = await withHooks(app);
const { receiver, start, stopAll, hook, sqlOf, deliveriesOf, webhookOf, untilDeliveries, received, told } =
  hooks;
let client: TestClient;
beforeEach(() => {
  client = hooks.client();
});

const isIn = (state: string) => (list: WebhookDelivery[]) =>
  list.length > 0 && list.every((delivery) => delivery.state === state);
const sendAgain = async (id: string, delivery_id: string) =>
  await app.call(webhooks.sendAgain, { params: { id }, body: { delivery_id } }, client.admin.token);

const noticesOf = async ({ token }: Person) =>
  (await app.call(notifications.list, {}, token)).body.data.notifications;

test('each event is sent once, signed, with its rows as the API returns them', async () => {
  const { id, secret } = await hook(['lead.created', 'lead.changed', 'call.logged', 'follow_up.due']);
  start();
  const { token } = client.rep;
  const lead = await createLead(app, client.rep, { name: 'Asha', email: 'asha@example.com' });
  const change = { params: { id: lead.id }, body: { name: 'Asha Patel', version: lead.version } };
  await app.call(leads.update, change, token);
  const reminder = {
    title: 'Send the quote',
    reminder_date: new Date(Date.now() + 60_000).toISOString(),
  };
  const call = { lead_id: lead.id, duration: 5, notes: 'Wants a quote', reminder };
  const { id: callId } = (await app.call(callLogs.create, { body: call }, token)).body.data;
  await sqlOf(`UPDATE ${client.schema}.reminders SET updated_at = now() - interval '2 hours',
    reminder_date = now() - interval '1 minute'`);
  const ref = await hooks.ref();
  for (const _ of [1, 2]) await fireDue(app.database, ref, false);
  const done = await untilDeliveries(id, (list) => list.length >= 5 && isIn('delivered')(list));
  assert.equal(done.length, 5, 'the logged call changes the lead, too');
  assert.deepEqual(told().map(({ event }) => event).toSorted(), [
    'call.logged', 'follow_up.due', 'lead.changed', 'lead.changed', 'lead.created',
  ]); // prettier-ignore
  for (const { headers, body, told: sent } of received()) {
    assert.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), JSON.parse(body));
    assert.deepEqual([headers['x-lms-event'], headers['webhook-id']], [sent.event, sent.id]);
    assert.equal(sent.client_id, client.id);
  }
  const of = (event: string) => told().find((each) => each.event === event)?.data[0];
  const current = (await app.call(leads.get, { params: { id: lead.id } }, token)).body.data;
  assert.deepEqual(Object.keys(of('lead.created') ?? {}).toSorted(), Object.keys(current).toSorted());
  assert.ok(told().some(({ data }) => data[0]?.changed?.join() === 'name'));
  assert.equal(of('call.logged')?.id, callId);
  assert.equal(unchecked<{ title: string }>(of('follow_up.due')).title, 'Send the quote');
});

test('rolled-back steps and unselected events are not sent', async () => {
  const { id } = await hook(['lead.created']);
  const ref = await hooks.ref();
  const rep = senderActor(ref, { id: client.rep.id, name: '' });
  const scope = await new Scope(app.database, rep).writingIn();
  const options = await fieldOptions(scope);
  const failing = scope.transaction(async (inside) => {
    await insertLead(inside, options, { name: 'Never' }, 'edit');
    throw new Error('rolled back');
  });
  await assert.rejects(failing, /rolled back/);
  const lead = await createLead(app, client.rep);
  await app.call(
    leads.update,
    { params: { id: lead.id }, body: { name: 'B', version: 1 } },
    client.rep.token,
  );
  const deliveries = await deliveriesOf(id);
  assert.deepEqual(
    deliveries.map(({ event, objects }) => [event, objects]),
    [['lead.created', 1]],
  );
});

test('many leads of one step are sent in hundreds, and a deleted lead by its id', async () => {
  const { id } = await hook(['lead.created', 'lead.changed']);
  const rows = Array.from({ length: 150 }, (_, index) => `Lead ${index},lead${index}@example.com`);
  const content = ['Name,Email', ...rows].join('\n');
  await importFile(app, client.admin, { filename: 'leads.csv', content });
  const all = (await app.call(leads.list, {}, client.admin.token)).body.data;
  assert.equal(all.length, 150);
  const body = { leadIds: all.map((lead) => lead.id), updates: { status: 'contacted' } };
  const bulk = await app.call(leadBulk.update, { body }, world.superadmin.token);
  assert.equal(bulk.status, 200, bulk.text);
  const [gone] = all;
  await app.call(leads.remove, { params: { id: gone?.id ?? '' } }, client.admin.token);
  start();
  await untilDeliveries(id, isIn('delivered'));
  const sizes = told().map(({ event, data }) => `${event} ${data.length}`);
  assert.deepEqual(
    sizes.toSorted(),
    [
      'lead.changed 1',
      'lead.changed 100',
      'lead.changed 50',
      'lead.created 100',
      'lead.created 50',
    ].toSorted(),
  );
  const again = told().flatMap(({ data }) => data.filter((row) => row.id === gone?.id));
  assert.equal(again.length, 3);
  for (const row of again) assert.ok(row.is_deleted === true && row.name === undefined);
});

test('a failed attempt is retried under the same id, and after the last one manually', async () => {
  const { id } = await hook(['lead.created']);
  receiver.answer((response) => void response.writeHead(500).end('x'.repeat(5000)));
  start();
  await createLead(app, client.rep);
  const [failed] = await untilDeliveries(id, isIn('failed'));
  assert.ok(failed);
  assert.deepEqual(
    [failed.attempts, failed.last_status, failed.reason],
    [SHORT.waits.length + 1, 500, 'The address answered with status 500.'],
  );
  assert.ok((await webhookOf(id))?.failing_since);
  receiver.answer((response) => void response.writeHead(200).end());
  assert.equal((await sendAgain(id, failed.id)).status, 202);
  const [done] = await untilDeliveries(id, isIn('delivered'));
  assert.deepEqual([done?.attempts, done?.last_status, done?.reason], [1, 200, null]);
  assert.equal((await webhookOf(id))?.failing_since, null);
  const ids = received().map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(
    ids,
    Array.from({ length: SHORT.waits.length + 2 }, () => failed.id),
  );
});

test('a redirect counts as a failure and is not followed', async () => {
  const { id } = await hook(['lead.created']);
  receiver.answer((response) => void response.writeHead(302, { location: `${receiver.url}inside` }).end());
  start({ waits: [] });
  await createLead(app, client.rep);
  const [failed] = await untilDeliveries(id, isIn('failed'));
  assert.match(failed?.reason ?? '', /redirect \(302\)/);
  assert.equal(received().length, 1);
});

test('a hanging receiver delays no other, and its attempt times out', async () => {
  const slow = await startReceiver();
  slow.answer(() => undefined);
  const { id: slowHook } = await hook(['lead.created'], slow.url);
  const { id } = await hook(['lead.created']);
  start({ timeLimit: 2000 });
  await createLead(app, client.rep);
  await slow.until(() => slow.received.length === 1);
  await createLead(app, client.rep);
  await receiver.until(() => received().length >= 2);
  await untilDeliveries(id, isIn('delivered'));
  const pending = await deliveriesOf(slowHook);
  assert.ok(pending.some(({ state }) => state === 'waiting'));
  const list = await untilDeliveries(slowHook, (all) => all.some(({ reason }) => reason !== null));
  const reasons = list.flatMap(({ reason }) => reason ?? []);
  assert.equal(reasons[0], 'The address did not answer within 2 seconds.');
  await stopAll();
  await slow.close();
});

test('two processes send each delivery once', async () => {
  const { id } = await hook(['lead.created']);
  start();
  start();
  for (let n = 0; n < 20; n += 1) await createLead(app, client.rep);
  await untilDeliveries(id, (list) => list.length === 20 && isIn('delivered')(list));
  await stopAll();
  assert.equal(new Set(told().map((each) => each.id)).size, 20);
  assert.equal(received().length, 20);
});

test('a webhook that has failed for three days is switched off, notifies the admins why, and can start afresh', async () => {
  const { id } = await hook(['lead.created']);
  await sqlOf(`UPDATE ${client.schema}.webhooks SET failing_since = now() - interval '4 days'`);
  receiver.answer((response) => void response.writeHead(503).end());
  await createLead(app, client.rep);
  await createLead(app, client.rep);
  start();
  const list = await untilDeliveries(id, isIn('failed'));
  assert.equal(Math.max(...list.map(({ attempts }) => attempts)), SHORT.waits.length + 1);
  assert.equal(list.length, 2);
  const off = await webhookOf(id);
  assert.equal(off?.is_active, false);
  assert.match(off?.off_reason ?? '', /^Nothing could be delivered for three days\. .*503\.$/);
  const lines = (await noticesOf(client.admin)).map(({ kind, title, summary }) => [kind, title, summary]);
  assert.deepEqual(lines, [['webhook', new URL(receiver.url).host, off?.off_reason]]);
  assert.deepEqual(await noticesOf(client.manager), []);
  const refused = await sendAgain(id, list[0]?.id ?? '');
  assert.deepEqual(
    [refused.status, refused.body.message],
    [409, 'This webhook is switched off. Switch it on first.'],
  );
  await createLead(app, client.rep);
  assert.equal((await deliveriesOf(id)).length, 2, 'nothing is noted for a webhook that is off');
  await app.call(webhooks.update, { params: { id }, body: { is_active: true } }, client.admin.token);
  const on = await webhookOf(id);
  assert.deepEqual([on?.is_active, on?.off_reason, on?.failing_since], [true, null, null]);
  assert.deepEqual(await noticesOf(client.admin), [], 'a webhook that is on again');
});

test('internal addresses are refused, and the number of webhooks per client is limited', async () => {
  const create = async (url: string) =>
    await app.call(webhooks.create, { body: { url, events: ['lead.created'] } }, client.admin.token);
  for (const url of [
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'http://example.com/',
    'x',
  ])
    assert.equal((await create(url)).status, 422, url);
  const { id } = (await create('https://example.com/0')).body.data;
  const inside = { params: { id }, body: { url: 'https://10.0.0.1/' } };
  assert.equal((await app.call(webhooks.update, inside, client.admin.token)).status, 422);
  for (let n = 1; n < MAX_WEBHOOKS; n += 1) assert.equal((await create('https://example.com/')).status, 201);
  assert.equal((await create('https://example.com/')).status, 409);
  assert.equal((await app.call(webhooks.remove, { params: { id } }, client.admin.token)).status, 200);
  assert.equal((await create('https://example.com/')).status, 201);
  const everywhere = (await app.call(webhooks.list, {}, world.superadmin.token)).body;
  assert.ok(everywhere.data.webhooks.some(({ clientId }) => clientId === client.id));
});

test('deliveries are forgotten after thirty days, also of a client whose webhooks are off', async () => {
  const { id } = await hook(['lead.created']);
  await createLead(app, client.rep);
  await createLead(app, client.rep);
  const [kept, old] = await deliveriesOf(id);
  await sqlOf(`UPDATE ${client.schema}.webhook_deliveries
    SET created_at = now() - CASE WHEN id = '${old?.id}' THEN interval '30 days 1 minute' ELSE interval '29 days 23 hours' END`);
  await app.call(webhooks.update, { params: { id }, body: { is_active: false } }, client.admin.token);
  start();
  const left = await untilDeliveries(id, (list) => list.length < 2);
  assert.equal(left[0]?.id, kept?.id);
});
