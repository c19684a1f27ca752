import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clientRole } from './client-role.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { openTestDatabase } from '#test/database.ts';
import { ConnectionQueue } from './connection-queue.ts';
import type { RoleConnection } from './connections.ts';
import { DatabaseUnavailable } from './ask.ts';
import { RolePool } from './connections.ts';

type Waiter = { role: string | null; name: string; arrived: number };
const NOW = 1000;
/** The most milliseconds that a request waits for a connection. */
const WAIT = 2000;
const waiter = (role: string | null, name = String(role), arrived = NOW): Waiter => ({ role, name, arrived });

/** A connection that acts as this role: how often it has served each role. */
const as = (own: string | null) => (role: string | null) => (role === own ? Infinity : 0);

function queueOf(...waiters: Waiter[]): ConnectionQueue<Waiter> {
  const queue = new ConnectionQueue<Waiter>(2);
  for (const one of waiters) queue.add(one);
  return queue;
}

test('a client at its share waits although connections are free', () => {
  const queue = queueOf(waiter('busy'));
  queue.noteTaken('busy');
  queue.noteTaken('busy');
  assert.deepEqual(
    [queue.mayHold('busy'), queue.servable, queue.next(as('busy'), NOW)],
    [false, 0, undefined],
  );
  queue.noteGivenBack('busy');
  assert.equal(queue.next(as('busy'), NOW)?.name, 'busy');
});

test('sign-ins are not counted against a client’s share', () => {
  const queue = queueOf(waiter(null), waiter(null), waiter(null));
  for (let held = 0; held < 5; held += 1) queue.noteTaken(null);
  assert.deepEqual([queue.mayHold(null), queue.servable], [true, 3]);
});

test('the client with the fewest connections is next, however many requests another one queued before', () => {
  const queue = queueOf(waiter('busy', 'first'), waiter('busy', 'second'), waiter('quiet'));
  queue.noteTaken('busy');
  assert.deepEqual(
    [queue.next(as('busy'), NOW), queue.next(as('busy'), NOW), queue.next(as('busy'), NOW)].map(
      (next) => next?.name,
    ),
    ['quiet', 'first', 'second'],
  );
});

test('among equals, the client that the connection has served most is next', () => {
  const queue = queueOf(waiter('new'), waiter('rare'), waiter('frequent'), waiter('busy'));
  queue.noteTaken('busy');
  const uses = new Map([
    ['rare', 1],
    ['frequent', 20],
    ['busy', 90],
  ]);
  const served = Array.from({ length: 4 }, () => queue.next((role) => uses.get(role ?? '') ?? -3, NOW)?.name);
  assert.deepEqual(served, ['frequent', 'rare', 'new', 'busy']);
});

test('among equals, a request that needs no role change is next, but nobody is passed over for long', () => {
  const queue = queueOf(waiter('one', 'patient'));
  const served = [0, 100, 200, 300].map((later) => {
    queue.add(waiter('other', 'newcomer', NOW + later));
    return queue.next(as('other'), NOW + later)?.name;
  });
  assert.deepEqual(served, ['newcomer', 'newcomer', 'newcomer', 'patient']);
});

test('under load, a request that has begun is finished before newer ones begin', () => {
  const queue = queueOf(waiter('one', 'new', NOW + 200), waiter('one', 'newer', NOW + 300));
  queue.add(waiter('one', 'begun', NOW));
  const served = Array.from({ length: 3 }, () => queue.next(as('one'), NOW + 600)?.name);
  assert.deepEqual(served, ['begun', 'new', 'newer']);
});

test('every waiter is served exactly once, and nobody exceeds the share', () => {
  const roles = [null, 'a', 'b', 'c'];
  const step = fc.record({ role: fc.constantFrom(...roles), isRelease: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new ConnectionQueue<Waiter>(2);
      const held: (string | null)[] = [];
      let [added, served] = [0, 0];
      const serve = (role: string | null) => {
        const next = queue.next(as(role), NOW);
        if (!next) return;
        served += 1;
        queue.noteTaken(next.role);
        held.push(next.role);
        if (next.role !== null) assert.ok(held.filter((each) => each === next.role).length <= 2);
      };
      const release = () => {
        const role = held.shift() ?? null;
        queue.noteGivenBack(role);
        serve(role);
      };
      for (const { role, isRelease } of steps) {
        if (isRelease && held.length > 0) release();
        else {
          queue.add(waiter(role));
          added += 1;
          if (held.length < 4) serve(role);
        }
      }
      while (queue.first && held.length > 0) release();
      assert.equal(served, added);
    }),
  );
});

test('a client with slow statements leaves connections for the others', async (t) => {
  const { database, owner, close } = await openTestDatabase();
  t.after(close);
  const roleOf = async (name: string) =>
    clientRole(await createClient(database, { clientName: name, schemaName: name }));
  const [busy, quiet] = [await roleOf('busy'), await roleOf('quiet')];
  const pool = new RolePool(owner, { wait: WAIT });
  try {
    const held: RoleConnection[] = [];
    for (let one = 0; one < 5; one += 1) held.push(await pool.acquire(busy));
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const refused = assert.rejects(pool.acquire(busy), DatabaseUnavailable);
    t.mock.timers.tick(WAIT);
    await refused;
    const waiting = assert.rejects(pool.acquire(busy), DatabaseUnavailable);
    for (const role of [quiet, quiet, null]) held.push(await pool.acquire(role));
    // The quiet client's connection is freed, but the busy client already has its share.
    for (const connection of held.filter(({ holder }) => holder === quiet)) pool.release(connection);
    t.mock.timers.tick(WAIT);
    await waiting;
    const own = held.find(({ holder }) => holder === busy) ?? assert.fail();
    const next = pool.acquire(busy);
    pool.release(own);
    assert.equal(await next, own);
    for (const connection of held) if (connection.holder !== undefined) pool.release(connection);
  } finally {
    t.mock.timers.reset();
    await pool.close();
  }
});

test('a client returns to the connection that served it, and a new one gets the connection that serves the fewest', async (t) => {
  const { database, owner, close } = await openTestDatabase();
  const pool = new RolePool(owner);
  t.after(async () => {
    await pool.close();
    await close();
  });
  const roleOf = async (name: string) =>
    clientRole(await createClient(database, { clientName: name, schemaName: name }));
  const [alpha, beta, gamma] = [await roleOf('alpha'), await roleOf('beta'), await roleOf('gamma')];
  const [first, second] = [await pool.acquire(alpha), await pool.acquire(beta)];
  pool.release(first);
  assert.equal(await pool.acquire(gamma), first, 'no other is idle');
  for (const connection of [second, first]) pool.release(connection);
  assert.equal(await pool.acquire(alpha), first, 'which acts as another client now');
  pool.release(first);
  assert.equal(await pool.acquire(database.installation.allRole), second, 'the first serves two clients');
  pool.release(second);
});
