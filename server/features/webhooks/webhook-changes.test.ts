import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { webhooks } from '#shared/company/webhooks.ts';
import type { WebhookDelivery } from '#shared/company/webhooks.ts';
import { withHooks } from '#test/outside/hooks.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app } = await withWorld();
const hooks = await withHooks(app);
const { receiver, start, stopAll, hook, sqlOf, deliveriesOf, webhookOf, untilDeliveries, told } = hooks;
let client: TestClient;
beforeEach(() => {
  client = hooks.client();
});

const update = async (id: string, body: object) => {
  const reply = await app.call(webhooks.update, { params: { id }, body }, client.admin.token);
  assert.equal(reply.status, 200, reply.text);
};
const statesOf = async (id: string) => (await deliveriesOf(id)).map(({ state }) => state);
const fail = async (id: string) =>
  await sqlOf(
    `UPDATE ${client.schema}.webhooks SET failing_since = now() - interval '2 days' WHERE id = $1`,
    [id],
  );

test('a new address resets the record of failures, and other changes keep it', async () => {
  const { id } = await hook(['lead.created']);
  for (const [body, isKept] of [
    [{ events: ['lead.created', 'lead.changed'] }, true],
    [{ url: 'https://hooks.example.com/other' }, false],
    [{ is_active: false }, false],
    [{ is_active: true }, false],
  ] as const) {
    await fail(id);
    await update(id, body);
    assert.equal((await webhookOf(id))?.failing_since !== null, isKept, JSON.stringify(body));
  }
  await fail(id);
  await update(id, { url: 'https://hooks.example.com/other' });
  assert.ok((await webhookOf(id))?.failing_since, 'the same address is no other one');
});

test('pending deliveries end when a webhook is switched off, and are not sent when it is on again', async () => {
  const { id } = await hook(['lead.created']);
  await createLead(app, client.rep, { name: 'Before' });
  assert.deepEqual(await statesOf(id), ['waiting']);
  await update(id, { is_active: false });
  const [given] = await deliveriesOf(id);
  assert.deepEqual([given?.state, given?.reason !== null], ['failed', true]);
  await createLead(app, client.rep, { name: 'Meanwhile' });
  await update(id, { is_active: true });
  await createLead(app, client.rep, { name: 'Behind' });
  start();
  const isDone = (list: WebhookDelivery[]) => list.some(({ state }) => state === 'delivered');
  assert.equal((await untilDeliveries(id, isDone)).length, 2);
  assert.deepEqual(
    told().map(({ data }) => data[0]?.name),
    ['Behind'],
  );
});

test('a delivery is resent only through its own webhook', async () => {
  const [one, other] = [await hook(['lead.created']), await hook(['lead.created'])];
  await createLead(app, client.rep);
  const [delivery] = await deliveriesOf(other.id);
  const call = { params: { id: one.id }, body: { delivery_id: delivery?.id ?? '' } };
  await sqlOf(`UPDATE ${client.schema}.webhook_deliveries SET state = 'failed', ended_at = now()`);
  assert.equal((await app.call(webhooks.sendAgain, call, client.admin.token)).status, 404);
  assert.deepEqual([...(await statesOf(one.id)), ...(await statesOf(other.id))], ['failed', 'failed']);
  const own = { ...call, params: { id: other.id } };
  assert.equal((await app.call(webhooks.sendAgain, own, client.admin.token)).status, 202);
});

test('an attempt interrupted by a server stop is not a failure', async () => {
  const { id } = await hook(['lead.created']);
  receiver.answer(() => undefined);
  start();
  await createLead(app, client.rep);
  await receiver.until(() => told().length === 1);
  await stopAll();
  const [delivery] = await deliveriesOf(id);
  assert.deepEqual(
    [delivery?.state, delivery?.reason, (await webhookOf(id))?.failing_since],
    ['waiting', null, null],
  );
});
