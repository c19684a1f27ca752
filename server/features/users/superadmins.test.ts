import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auth } from '#shared/auth.ts';
import { clients } from '#shared/clients.ts';
import { users } from '#shared/users.ts';
import { openTestApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { createPerson, createTestClient, signIn } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

const OWN_CLIENT =
  'The last active Super Admin belongs to this client. Add a Super Admin without a client first.';
const off = { isActive: false };

let app: TestApp;
let client: TestClient;
let free: Person;
let placed: Person;
before(async () => {
  app = await openTestApp();
  client = await createTestClient(app, 'keeper');
  free = await createPerson(app, 'superadmin', null);
  placed = await createPerson(app, 'superadmin', client.id);
});
after(async () => await app.close());

const deactivate = async (by: Person, { id }: Person) =>
  await app.call(users.setActive, { params: { id }, body: off }, by.token);
const endClient = async (by: Person) =>
  await Promise.all(
    [clients.setActive, clients.remove].map(
      async (endpoint) => await app.call(endpoint, { params: { id: client.id }, body: off }, by.token),
    ),
  );

/** Both are back, signed in. */
async function revive(): Promise<void> {
  const { core } = app.database;
  await core.updateTable('core.users').set({ is_active: true }).execute();
  await core.updateTable('core.clients').set({ is_active: true }).execute();
  for (const person of [free, placed]) person.token = await signIn(app, person.email);
}

test('the last superadmin goes neither with the own client', async () => {
  assert.equal((await deactivate(placed, free)).status, 200);
  for (const { status, body } of await endClient(placed))
    assert.deepEqual([status, body.message], [409, OWN_CLIENT]);
  assert.equal((await app.call(auth.me, {}, placed.token)).status, 200);
  await revive();
});

test('nor when two superadmins deactivate each other at once, in whatever way', async () => {
  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all([
      deactivate(placed, free),
      round % 2 === 0
        ? deactivate(free, placed)
        : app.call(clients.setActive, { params: { id: client.id }, body: off }, free.token),
    ]);
    const statuses = answers.map(({ status }) => status);
    // Who comes second is refused, or has been signed out by the first.
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
    await revive();
  }
});

test('a superadmin may go while another stays, with the client or alone', async () => {
  assert.equal((await deactivate(free, placed)).status, 200);
  await revive();
  const [deactivated] = await endClient(free);
  assert.equal(deactivated?.status, 200, deactivated?.text);
});
