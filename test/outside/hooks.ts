import assert from 'node:assert/strict';
import { after, afterEach, beforeEach } from 'node:test';
import { pino } from 'pino';
import { webhooks } from '#shared/company/webhooks.ts';
import type { WebhookDelivery, WebhookEvent } from '#shared/company/webhooks.ts';
import { findClient } from '#server/db/find-client.ts';
import { startWebhooks } from '#server/features/webhooks/sender.ts';
import type { SenderLimits } from '#server/features/webhooks/sender.ts';
import type { TestApp } from '#test/app.ts';
import { startReceiver } from '#test/outside/receiver.ts';
import { createTestClient } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

/**
 * Short waits between attempts, while an attempt has all the time a busy machine needs. The local machine is
 * reachable.
 */
export const SHORT: SenderLimits = {
  reach: { protocols: ['http:'], ports: 'any', mayReach: () => true },
  timeLimit: 60_000,
  waits: [0.01, 0.01],
  sweep: 500,
};

/** A receiver for all tests of a file, a new client for each test, and senders that end with the test. */
export async function withHooks(app: TestApp) {
  const receiver = await startReceiver();
  const stops: (() => Promise<void>)[] = [];
  let client: TestClient;
  let made = 0;
  const stopAll = async () => void (await Promise.all(stops.splice(0).map(async (stop) => await stop())));
  const sqlOf = async (statement: string, values: unknown[] = []) =>
    await app.database.asOwner(async (owner) => (await owner.query(statement, values)).rows as unknown[]);
  beforeEach(async () => {
    receiver.answer((response) => void response.writeHead(204).end());
    client = await createTestClient(app, `hooked_${(made += 1)}`);
  });
  afterEach(async () => {
    // A failing test may leave an attempt waiting for a response.
    receiver.hangUp();
    await stopAll();
  });
  after(receiver.close);
  const deliveriesOf = async (id: string) =>
    (await app.call(webhooks.deliveries, { params: { id } }, client.admin.token)).body.data.deliveries;
  const received = () => receiver.received.filter(({ told }) => told.client_id === client.id);
  return {
    receiver,
    stopAll,
    sqlOf,
    deliveriesOf,
    /** The client of this test. */
    client: () => client,
    /** The same client, in the form that scopes use. */
    ref: async () => {
      const ref = await findClient(app.database, client.id);
      assert.ok(ref);
      return ref;
    },
    /** The deliveries that have arrived from this test's client. */
    received,
    told: () => received().map((each) => each.told),
    /** Starts a process's sender. */
    start: (limits: Partial<SenderLimits> = {}) =>
      void stops.push(startWebhooks(app.database, pino({ level: 'silent' }), { ...SHORT, ...limits })),
    /** A webhook at the receiver, which no API call could create, because the address is not public. */
    hook: async (events: WebhookEvent[], url = receiver.url): Promise<{ id: string; secret: string }> => {
      const body = { url: 'https://hooks.example.com/lms', events };
      const reply = await app.call(webhooks.create, { body }, client.admin.token);
      assert.equal(reply.status, 201, reply.text);
      await sqlOf(`UPDATE ${client.schema}.webhooks SET url = $2 WHERE id = $1`, [reply.body.data.id, url]);
      // A sender that starts later looks for webhooks in the mirror, which follows after five seconds at most.
      await app.database.follower?.settle();
      return reply.body.data;
    },
    webhookOf: async (id: string) =>
      (await app.call(webhooks.list, {}, client.admin.token)).body.data.webhooks.find(
        (each) => each.id === id,
      ),
    /** Returns a webhook's deliveries once they satisfy `isSo`; looks again after each change. */
    untilDeliveries: async (id: string, isSo: (list: WebhookDelivery[]) => boolean) => {
      for (;;) {
        const changed = Promise.withResolvers<void>();
        const end = app.database.announcements.subscribe((said) => {
          if (said.type === 'changed' && said.kinds.includes('deliveries')) changed.resolve();
        });
        const list = await deliveriesOf(id);
        if (!isSo(list)) await changed.promise;
        end();
        if (isSo(list)) return list;
      }
    },
  };
}
