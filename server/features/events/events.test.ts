import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import type { LiveEvent } from '#shared/protocol/events.ts';
import { events } from '#shared/protocol/events.ts';
import { leads } from '#shared/leads/leads.ts';
import { products } from '#shared/leads/products.ts';
import { users } from '#shared/accounts/users.ts';
import type { Announcement } from '#server/db/announce/announcements.ts';
import { openTestApp } from '#test/app.ts';
import { cutConnections } from '#test/servers/cut-connections.ts';
import { openStream } from '#test/messages/event-stream.ts';
import type { TestStream } from '#test/messages/event-stream.ts';
import { createLead, createPerson, signIn, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
let address: string;
before(async () => {
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});

const roleOf = ({ id }: { id: string }) => `lms_c_${id.replaceAll('-', '')}`;
const listen = async ({ token }: Person) => await openStream(address, token);
const changed = (clientId: string, kind: string) => (event: LiveEvent) =>
  event.type === 'changed' && event.clientId === clientId && event.kinds.some((each) => each === kind);

test('a write is announced at once to everybody in the client, and to users with access to all clients', async () => {
  const { alpha, superadmin, admin } = world;
  const streams = await Promise.all([alpha.rep, alpha.otherRep, superadmin, admin].map(listen));
  const started = performance.now();
  await createLead(app, alpha.manager, { name: 'Told' });
  await Promise.all(streams.map(async (stream) => await stream.until(changed(alpha.id, 'leads'))));
  assert.ok(performance.now() - started < 5000);
  await app.call(products.create, { body: { name: 'Sofa' } }, alpha.manager.token);
  await Promise.all(streams.map(async (stream) => await stream.until(changed(alpha.id, 'products'))));
  for (const stream of streams) stream.close();
});

test('nothing of one client reaches the stream of another', async () => {
  const { alpha, beta } = world;
  const [own, foreign] = [await listen(alpha.rep), await listen(beta.rep)];
  const canary = await createLead(app, alpha.manager, { name: 'canary-7c1f' });
  await own.until(changed(alpha.id, 'leads'));
  // Another event on the same channel has arrived, so the canary would have come before it.
  await createLead(app, beta.manager);
  await foreign.until(changed(beta.id, 'leads'));
  assert.doesNotMatch(foreign.text(), new RegExp(`${alpha.id}|${canary.id}|canary`));
  assert.doesNotMatch(own.text(), /canary/, 'rows are read again by whoever may read them, never announced');
  own.close();
  foreign.close();
});

test('rolled-back changes are not announced', async () => {
  const { alpha } = world;
  const stream = await listen(alpha.rep);
  const handle = app.database.client({ schema: alpha.schema, role: roleOf(alpha) });
  await assert.rejects(
    handle.transaction().execute(async (trx) => {
      await trx.insertInto('product_categories').values({ id: alpha.id, name: 'Never' }).execute();
      throw new Error('taken back');
    }),
    /taken back/,
  );
  await createLead(app, alpha.manager);
  await stream.until(changed(alpha.id, 'leads'));
  assert.ok(!stream.events().some(changed(alpha.id, 'products')));
  stream.close();
});

test('announcements carry only ids and kinds of rows', async () => {
  const heard: unknown[] = [];
  const end = app.database.announcements.subscribe((said) => heard.push(said));
  const stream = await listen(world.alpha.rep);
  const { id } = await createLead(app, world.alpha.manager, { name: 'Secret', email: 'secret@example.com' });
  await app.call(
    leads.update,
    { params: { id }, body: { name: 'Other', version: 1 } },
    world.alpha.manager.token,
  );
  await stream.until(changed(world.alpha.id, 'leads'));
  end();
  stream.close();
  assert.ok(heard.length > 0);
  for (const said of heard) {
    const {
      type,
      clientId,
      kinds,
      from,
      leads: ids = [],
      ...rest
    } = said as Extract<Announcement, { type: 'changed' }>;
    assert.deepEqual([type, rest], ['changed', {}]);
    for (const each of [clientId, from, ...ids]) assert.match(String(each), /^[\da-f-]{36}$/);
    for (const kind of kinds) assert.match(kind, /^[a-z]+$/);
  }
});

test('a burst of writes is announced in few events, including the last write', async () => {
  const { alpha } = world;
  const stream = await listen(alpha.rep);
  let heard = 0;
  const end = app.database.announcements.subscribe(() => (heard += 1));
  const handle = app.database.client({ schema: alpha.schema, role: roleOf(alpha) });
  const write = async (_: unknown, index: number) =>
    await handle
      .insertInto('product_categories')
      .values({ id: randomUUID(), name: `Burst ${index}` })
      .execute();
  await Promise.all(Array.from({ length: 60 }, write));
  await createLead(app, alpha.manager, { name: 'The last' });
  await stream.until(changed(alpha.id, 'products'));
  await stream.until(changed(alpha.id, 'leads'));
  end();
  stream.close();
  assert.ok(heard >= 2 && heard <= 20, `${heard} announcements of 61 writes`);
});

test('a colleague’s continuous writes are announced once a second, including the last one', async () => {
  const { alpha } = world;
  const stream = await listen(alpha.rep);
  const isTold = changed(alpha.id, 'products');
  const since = performance.now();
  const create = async (name: string) =>
    await app.call(products.create, { body: { name } }, alpha.manager.token);
  for (let number = 1; performance.now() - since < 2500; number += 1) await create(`Lamp ${number}`);
  const told = stream.events().filter(isTold).length;
  const seconds = (performance.now() - since) / 1000;
  assert.ok(told >= 1 && told <= seconds + 1, `told ${told} times in ${seconds} s`);
  const before = stream.events().length;
  await create('The last lamp');
  await stream.until((event) => isTold(event) && stream.events().indexOf(event) >= before);
  stream.close();
});

test('the stream ends with its session, its account, or a change of role', async () => {
  const leaver = await createPerson(app, 'salesrep', world.alpha.id);
  const byLogout = await listen(leaver);
  await app.call(auth.logout, {}, leaver.token);
  await byLogout.ended(2500);
  const again = { ...leaver, token: await signIn(app, leaver.email) };
  const byStatus = await listen(again);
  const status = { params: { id: leaver.id }, body: { isActive: false } };
  assert.equal((await app.call(users.setActive, status, world.superadmin.token)).status, 200);
  await byStatus.ended(2500);
  await assert.rejects(openStream(address, again.token), /401/);
});

test('a user has ten streams, and the eleventh is refused', async () => {
  const person = await createPerson(app, 'salesrep', world.beta.id);
  const streams = await Promise.all(Array.from({ length: 10 }, async () => await listen(person)));
  await assert.rejects(listen(person), /429/);
  streams[0]?.close();
  // The place is free as soon as the server notices.
  let next: TestStream | undefined;
  while (!next) next = await listen(person).catch(() => undefined);
  next.close();
  for (const stream of streams) stream.close();
});

test('after a lost database connection the stream reports a gap and continues', async () => {
  const stream = await listen(world.alpha.rep);
  await createLead(app, world.alpha.manager);
  await stream.until(changed(world.alpha.id, 'leads'));
  await cutConnections(app, 'lms listener');
  await stream.until(({ type }) => type === 'missed');
  const seen = stream.events().length;
  await createLead(app, world.alpha.manager);
  await stream.until((event) => stream.events().indexOf(event) >= seen && event.type === 'changed');
  stream.close();
});

test('without the Accept header of a stream the call responds at once', async () => {
  const reply = await app.call(events.live, {}, world.alpha.rep.token);
  assert.deepEqual([reply.status, reply.body.data], [200, { heartbeat_seconds: 15 }]);
});

test('the server stops although streams are open', async () => {
  const other = await openTestApp();
  const { token } = await createPerson(other, 'superadmin', null);
  const stream = await openStream(await other.app.listen({ port: 0, host: '127.0.0.1' }), token);
  const started = performance.now();
  await other.close();
  await stream.ended(1000);
  assert.ok(performance.now() - started < 10_000);
});
