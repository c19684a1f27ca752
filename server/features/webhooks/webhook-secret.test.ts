import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { webhooks } from '#shared/company/webhooks.ts';
import type { WebhookDelivery } from '#shared/company/webhooks.ts';
import { withHooks } from '#test/outside/hooks.ts';
import { startReceiver } from '#test/outside/receiver.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';
import { environmentOf } from '#test/servers/program.ts';

const { app } = await withWorld();
const hooks = await withHooks(app);
const { start, hook, sqlOf, untilDeliveries, received } = hooks;
let client: TestClient;
beforeEach(() => {
  client = hooks.client();
});

const isIn = (state: string) => (list: WebhookDelivery[]) =>
  list.length > 0 && list.every((delivery) => delivery.state === state);
const sendAgain = async (id: string, delivery_id: string) =>
  await app.call(webhooks.sendAgain, { params: { id }, body: { delivery_id } }, client.admin.token);

test('a webhook copied from another installation sends nothing until its secret is replaced', async () => {
  const { id, secret } = await hook(['lead.created']);
  await sqlOf(`UPDATE ${client.schema}.webhooks SET secret_check = '\\x00'`);
  await createLead(app, client.rep);
  start();
  const [failed] = await untilDeliveries(id, isIn('failed'));
  assert.equal(received().length, 0);
  const on = async () =>
    (await app.call(webhooks.update, { params: { id }, body: { is_active: true } }, client.admin.token))
      .status;
  assert.equal(await on(), 409);
  const replaced = await app.call(webhooks.replaceSecret, { params: { id } }, client.admin.token);
  assert.match(replaced.body.data.secret, /^whsec_[\w+/]{43}=$/);
  assert.notEqual(replaced.body.data.secret, secret);
  assert.equal(await on(), 200);
  assert.equal((await sendAgain(id, failed?.id ?? '')).status, 202);
  await untilDeliveries(id, isIn('delivered'));
});

test('a webhook with a secret of an older release is signed as before until it gets a new one', async () => {
  const { id, secret: standard } = await hook(['lead.created']);
  const secret = `whs_${Buffer.from(standard.slice('whsec_'.length), 'base64').toString('base64url')}`;
  await sqlOf(`UPDATE ${client.schema}.webhooks SET secret_check = sha256('${secret}')`);
  await createLead(app, client.rep);
  start();
  await untilDeliveries(id, isIn('delivered'));
  const [{ headers, body, told: sent } = assert.fail()] = received();
  const [, at, v1] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers['x-lms-signature'])) ?? [];
  assert.equal(v1, createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'));
  assert.ok(Math.abs(Date.now() / 1000 - Number(at)) < 60);
  assert.deepEqual([headers['x-lms-delivery'], headers['webhook-signature']], [sent.id, undefined]);
  await app.call(webhooks.replaceSecret, { params: { id } }, client.admin.token);
  await app.call(webhooks.test, { params: { id } }, client.admin.token);
  await untilDeliveries(id, (list) => list.length === 2 && isIn('delivered')(list));
  assert.match(String(received()[1]?.headers['webhook-signature']), /^v1,/);
});

test('the receiver in the documentation accepts a delivery and refuses a forged one', async () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
  const [, code = ''] = /receiver\.mjs[\s\S]*?```js\n([\s\S]*?)```/.exec(docs) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'lms-receiver-'));
  writeFileSync(join(folder, 'receiver.mjs'), code);
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
  const { url } = await startReceiver().then(async (free) => (await free.close(), free));
  const { id, secret } = await hook(['lead.created'], url);
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: environmentOf({ SECRET: secret, PORT: new URL(url).port }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value, 'listening');
  const forger = new Webhook('whsec_Zm9yZ2Vk');
  const forged = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': forger.sign('x', new Date(), '{}') }; // prettier-ignore
  assert.equal((await fetch(url, { method: 'POST', body: '{}', headers: forged })).status, 401);
  start();
  await app.call(webhooks.test, { params: { id } }, client.admin.token);
  const [done] = await untilDeliveries(id, isIn('delivered'));
  assert.equal((await lines.next()).value, `${done?.id} webhook.test`);
  const ended = once(child, 'exit');
  child.kill();
  await ended;
  rmSync(folder, { recursive: true });
});
