import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import { ask } from './ask.ts';
import { clientRole } from './client-role.ts';
import { RolePool } from './connections.ts';
import type { RoleConnection } from './connections.ts';
import { kyselyAs } from '#server/db/dialect.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { openTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { openPoolBehindProxy } from '#test/servers/proxy.ts';

let testDatabase: TestDatabase;
/** null is the login role itself. */
let roles: (string | null)[];
before(async () => {
  testDatabase = await openTestDatabase();
  const { database } = testDatabase;
  const clients = ['alpha', 'beta', 'gamma'].map(async (name) =>
    clientRole(await createClient(database, { clientName: name, schemaName: name })),
  );
  roles = [null, database.installation.allRole, ...(await Promise.all(clients))];
});
after(async () => await testDatabase.close());

type State = { role: string; path: string; timeout: string; in_transaction: boolean };
const STATE = `SELECT current_user::text AS role, current_setting('search_path') AS path, current_setting('statement_timeout') AS timeout,
  pg_current_xact_id_if_assigned() IS NOT NULL AS in_transaction`;

async function assertClean(connection: RoleConnection, role: string | null): Promise<void> {
  const { rows } = await connection.client.query<State>(STATE);
  const expected = role ?? testDatabase.database.installation.appRole;
  assert.deepEqual(rows[0], { role: expected, path: '', timeout: '7s', in_transaction: false });
}

const MISFORTUNES = [
  'none',
  'error',
  'rollback',
  'failed commit',
  'timeout',
  'local role',
  'disconnect',
  'cut stream',
] as const;

/** Uses a connection as `role` the way a request would, and ends with the given misfortune. */
async function misuse(role: string | null, misfortune: (typeof MISFORTUNES)[number]): Promise<void> {
  const { database } = testDatabase;
  const db = kyselyAs<unknown>(database.pool, role);
  const run = async (text: string, on: Pick<typeof db, 'executeQuery'> = db) =>
    await on.executeQuery(CompiledQuery.raw(text));
  if (misfortune === 'none') await run('SELECT 1');
  if (misfortune === 'error') await run('SELECT 1 / 0').catch(() => {});
  if (misfortune === 'timeout') {
    await db
      .transaction()
      .execute(async (trx) => {
        await run("SET LOCAL statement_timeout = '1ms'", trx);
        await run('SELECT pg_sleep(1)', trx);
      })
      .catch(() => {});
  }
  if (misfortune === 'rollback')
    await db
      .transaction()
      .execute(async (trx) => await run('SELECT 1 / 0', trx))
      .catch(() => {});
  if (misfortune === 'failed commit') {
    await db
      .transaction()
      .execute(async (trx) => {
        // An error swallowed inside leaves the transaction failed, so COMMIT becomes a rollback.
        await run('SELECT 1 / 0', trx).catch(() => {});
      })
      .catch(() => {});
  }
  if (misfortune === 'local role' && role === null) {
    await db.transaction().execute(async (trx) => await run(`SET LOCAL ROLE "${String(roles.at(-1))}"`, trx));
  }
  if (misfortune === 'disconnect') await run('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
  if (misfortune === 'cut stream') {
    const rows = db.getExecutor().stream(CompiledQuery.raw('SELECT generate_series(1, 1000)'), 10);
    for await (const _ of rows) break;
  }
}

test('whatever happened to a connection, its next holder has its own role and nothing else', async () => {
  const { pool } = testDatabase.database;
  const step = fc.record({
    role: fc.integer({ min: 0, max: 4 }),
    misfortune: fc.constantFrom(...MISFORTUNES),
    next: fc.integer({ min: 0, max: 4 }),
  });
  let checkouts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      await Promise.all(
        steps.map(async ({ role, misfortune }) => await misuse(roles[role] ?? null, misfortune)),
      );
      const held = await Promise.all(
        steps.slice(0, 8).map(async ({ next }) => await pool.acquire(roles[next] ?? null)),
      );
      try {
        for (const [index, connection] of held.entries())
          await assertClean(connection, roles[steps[index]?.next ?? 0] ?? null);
      } finally {
        held.forEach((connection) => pool.release(connection));
      }
      checkouts += steps.length + held.length;
    }),
    { numRuns: 110 },
  );
  assert.ok(checkouts > 1500, String(checkouts));
});

test('when all connections are in use, the next caller waits at most two seconds and gets the first free one', async () => {
  const pool = new RolePool(testDatabase.owner);
  const held = await Promise.all(Array.from({ length: 8 }, async () => await pool.acquire(null)));
  const since = performance.now();
  await assert.rejects(pool.acquire(null), { name: 'DatabaseUnavailable' });
  const waited = performance.now() - since;
  assert.ok(waited > 1900 && waited < 10_000, String(waited));
  const [waiting, first] = [pool.acquire(roles[2] ?? null), held[0]];
  assert.ok(first);
  pool.release(first);
  const connection = await waiting;
  await assertClean(connection, roles[2] ?? null);
  for (const each of [connection, ...held.slice(1)]) pool.release(each);
  await pool.close();
});

/**
 * Milliseconds. Slow connects are just too late for a waiting request, or far too late. Connects slowed down only by a busy machine must be
 * in time, or eight of them, abandoned and restarted over and over, would hold up every other test.
 */
const PATIENCE = 300;

/** Milliseconds in which a busy machine makes eight connections, a few per PATIENCE. */
const LONG = 30_000;

/** A pool of eight behind a proxy that simulates network faults. */
const openTroubledPool = async (t: TestContext, age = 60_000) =>
  await openPoolBehindProxy(t, testDatabase.owner, { wait: PATIENCE, age });

test('a pool has the configured connections and time limits, and one client gets five of eight', async (t) => {
  const { owner } = testDatabase;
  const pool = new RolePool(owner, { connections: 16 }, { statement: 3000, lock: 1000 });
  t.after(async () => await pool.close());
  const role = roles[2] ?? null;
  const held = await Promise.all(Array.from({ length: 10 }, async () => await pool.acquire(role)));
  assert.deepEqual(pool.usage, { open: 10, most: 16, inUse: 10, waiting: 0 });
  const { rows } = await (held[0] as RoleConnection).client.query(
    "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock",
  );
  assert.deepEqual(rows, [{ statement: '3s', lock: '1s' }]);
  const eleventh = pool.acquire(role);
  assert.equal(pool.usage.waiting, 1);
  for (const connection of held) pool.release(connection);
  pool.release(await eleventh);
  // No connection was opened for a caller who already got one.
  assert.equal(pool.usage.open, 10);
});

/** Acquires the eight connections of a pool, or as many as possible. */
async function holdAll(pool: RolePool): Promise<RoleConnection[]> {
  const held: RoleConnection[] = [];
  // A statement in flight when the trouble ended may still fail once.
  for (const until = performance.now() + LONG; held.length < 8 && performance.now() < until;) {
    const missing = Array.from({ length: 8 - held.length }, async () => await acquireAlive(pool));
    for (const acquired of await Promise.allSettled(missing))
      if (acquired.status === 'fulfilled') held.push(acquired.value);
  }
  return held;
}

async function acquireAlive(pool: RolePool): Promise<RoleConnection> {
  const connection = await pool.acquire(null);
  try {
    await ask(connection, { text: 'SELECT 1' }, PATIENCE);
    return connection;
  } catch (error) {
    connection.broken = true;
    pool.release(connection);
    throw error;
  }
}

/** Asserts that eight connections can be held at once, nobody else gets one, and all work. */
async function assertWhole(pool: RolePool): Promise<void> {
  const held = await holdAll(pool);
  try {
    assert.equal(new Set(held).size, 8, `${held.length} of 8 connections can be used`);
    await Promise.all(held.map(async ({ client }) => await client.query('SELECT 1')));
    await assert.rejects(pool.acquire(null), { name: 'DatabaseUnavailable' });
  } finally {
    for (const connection of held) pool.release(connection);
  }
}

const TROUBLES = ['slow', 'too slow', 'hang up', 'break', 'silence', 'age', 'none'] as const;

test('after any network trouble all eight connections are usable', async (t) => {
  const { pool, proxy } = await openTroubledPool(t, 1000);
  const use = async (role: string | null, holdFor: number, breaks: boolean) => {
    const connection = await pool.acquire(role).catch(() => undefined);
    if (!connection) return;
    await wait(holdFor);
    connection.broken ||= breaks;
    pool.release(connection);
  };
  const cause: Record<(typeof TROUBLES)[number], () => Promise<void> | void> = {
    slow: () => void (proxy.delay = PATIENCE * 0.7),
    'too slow': () => void (proxy.delay = PATIENCE * 1.3),
    'hang up': () => proxy.hangUp(),
    break: () => {},
    silence: async () => {
      proxy.isCut = true;
      await wait(PATIENCE);
      proxy.isCut = false;
    },
    age: async () => await wait(PATIENCE),
    none: () => void (proxy.delay = 0),
  };
  const step = fc.record({
    trouble: fc.constantFrom(...TROUBLES),
    callers: fc.array(
      fc.record({ role: fc.integer({ min: 0, max: 4 }), holdFor: fc.integer({ min: 0, max: PATIENCE }) }),
      { minLength: 4, maxLength: 20 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      for (const { trouble, callers } of steps) {
        const using = callers.map(
          async ({ role, holdFor }) => await use(roles[role] ?? null, holdFor, trouble === 'break'),
        );
        await cause[trouble]();
        await Promise.all(using);
      }
      proxy.delay = 0;
      await assertWhole(pool);
    }),
    { numRuns: 5 },
  );
});

test('a caller that gives up fails no other, and the connection made for it goes to the next', async (t) => {
  const { pool, proxy } = await openTroubledPool(t);
  const held = await holdAll(pool);
  const gate = Promise.withResolvers<void>();
  proxy.gate = gate.promise;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const first = assert.rejects(pool.acquire(null), { name: 'DatabaseUnavailable' });
  t.mock.timers.tick(PATIENCE / 2);
  const [broken, ...others] = held;
  assert.ok(broken);
  broken.broken = true;
  pool.release(broken);
  const next = pool.acquire(null);
  t.mock.timers.tick(PATIENCE / 2);
  await first;
  gate.resolve();
  const connection = await next;
  t.mock.timers.reset();
  for (const each of [connection, ...others]) pool.release(each);
  await assertWhole(pool);
});

test('a connection that breaks while held frees its place at once', async (t) => {
  const { pool, proxy } = await openTroubledPool(t);
  const held = await holdAll(pool);
  const ends = held.map(async ({ client }) => await new Promise<void>((ended) => client.once('end', ended)));
  proxy.hangUp();
  await Promise.all(ends);
  await assertWhole(pool);
  for (const connection of held) pool.release(connection);
  await assertWhole(pool);
});
