import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { startNotifications } from '#server/features/notifications/scheduler.ts';
import { withPushes } from '#test/messages/push-ground.ts';
import { addDevice } from '#test/messages/push-service.ts';
import { createLead, createPerson, createTestClient } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { service, app, world, alter, rowsOf, send, titles } = await withPushes();

/** A person of the client with a browser that shows notifications, and with a new lead if it has a name. */
async function owner(client: TestClient, name?: string) {
  const person = await createPerson(app, 'salesrep', client.id);
  const browser = service.browser();
  await addDevice(app, person, browser);
  if (name) await createLead(app, client.manager, { name, assigned_to: person.id });
  return { person, browser };
}

/** Runs the sweep of a scheduler that has heard no announcement, and returns its statements for requests. */
async function sweep(): Promise<string[]> {
  await app.database.follower?.settle();
  const statements: string[] = [];
  const { slow } = app.database.pool;
  app.database.pool.slow = { after: -1, tell: ({ text }) => statements.push(text) };
  const stop = startNotifications(app.database, app.config, pino({ level: 'silent' }));
  // Stopping waits for the sweep that the start has begun.
  await stop();
  app.database.pool.slow = slow;
  return statements;
}

test('a sweep finds the lead news of all clients without a statement for each client', async () => {
  const { alpha, beta } = world;
  const [told, other] = [await owner(alpha, 'Asha Rao'), await owner(beta, 'Bela Sen')];
  const idle = await owner(await createTestClient(app, 'quiet'));
  const statements = await sweep();
  assert.ok(statements.some((text) => text.includes('core.deliveries')));
  const ofClients = statements.filter((text) => /"(?:alpha|beta|quiet)"/.test(text));
  assert.deepEqual(ofClients, []);
  await sweep();
  await send();
  assert.deepEqual(
    [told, other, idle].map(({ browser }) => titles(browser)),
    [['For you: Asha Rao'], ['For you: Bela Sen'], []],
  );
});

test('a sweep records no news of an inactive client, or for a user who has moved or was deactivated', async () => {
  const [client, { beta }] = [await createTestClient(app, 'closing'), world];
  const people = [await owner(client, 'One'), await owner(beta, 'Two'), await owner(beta, 'Three')] as const;
  const wanted = await owner(beta, 'Four');
  const [closed, moved, left] = people;
  await alter('UPDATE core.clients SET is_active = false WHERE id = $1', [client.id]);
  await alter('UPDATE core.users SET client_id = $2 WHERE id = $1', [moved.person.id, world.alpha.id]);
  await alter('UPDATE core.users SET is_active = false WHERE id = $1', [left.person.id]);
  await sweep();
  const ids = [closed, moved, left, wanted].map(({ person }) => person.id);
  assert.deepEqual(await rowsOf('SELECT user_id FROM core.deliveries WHERE user_id = ANY($1)', [ids]), [
    { user_id: wanted.person.id },
  ]);
});
