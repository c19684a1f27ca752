import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { leads } from '#shared/leads/leads.ts';
import { MIRROR_SCHEMA } from '#server/db/tables/mirrored-tables.ts';
import { Mirror } from '#server/mirror/mirror.ts';
import { openStream } from '#test/messages/event-stream.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld({}, { isMirrored: false });
const { alpha, superadmin } = world;
const mirror = new Mirror(app.database, () => {}, 1);
after(async () => await mirror.close());

test('a list of all clients read too early is announced as missed once the copy arrives', async () => {
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const slow = new pg.Client(app.owner);
  await slow.connect();
  const stream = await openStream(address, superadmin.token);
  try {
    await slow.query(`BEGIN; LOCK TABLE ${MIRROR_SCHEMA}.leads IN EXCLUSIVE MODE`);
    await createLead(app, alpha.rep, { name: 'Just in' });
    const early = await app.call(leads.list, { query: { search: 'Just in' } }, superadmin.token);
    assert.equal(early.body.data.length, 0);
    await slow.query('COMMIT');
    await stream.until(({ type }) => type === 'missed');
    const read = await app.call(leads.list, { query: { search: 'Just in' } }, superadmin.token);
    assert.equal(read.body.data.length, 1);
  } finally {
    stream.close();
    await slow.end();
  }
});

test('a user of all clients waits for a new lead to be copied when asking for its neighbours', async (t) => {
  const slow = new pg.Client(app.owner);
  await slow.connect();
  t.after(async () => await slow.end());
  await slow.query(`BEGIN; LOCK TABLE ${MIRROR_SCHEMA}.leads IN EXCLUSIVE MODE`);
  const { id } = await createLead(app, alpha.rep);

  const waits = Promise.withResolvers<void>();
  const settle = mirror.settle.bind(mirror);
  t.mock.method(mirror, 'settle', async (patience?: number) => {
    // With a patience of its own, the caller waits for what it has not found.
    if (patience !== undefined) waits.resolve();
    return await settle(patience);
  });
  const asked = app.call(leads.neighbours, { params: { id } }, superadmin.token);
  await Promise.race([waits.promise, asked]);
  await slow.query('COMMIT');
  const { status, text } = await asked;
  assert.equal(status, 200, text);
});

test('a lead that no client has is answered 404 to a user of all clients', async () => {
  const params = { id: '0190a000-0000-7000-8000-000000000000' };
  const { status } = await app.call(leads.neighbours, { params }, superadmin.token);
  assert.equal(status, 404);
});
