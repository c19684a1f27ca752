import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { STATEMENTS } from './request-settings.ts';
import { kyselyAs } from '#server/db/dialect.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';
import { openSnapshot } from '#server/db/snapshot.ts';
import { openTestDatabase } from '#test/database.ts';
import { openPoolBehindProxy } from '#test/servers/proxy.ts';

/** A pool of one connection, behind a network that can be cut. */
async function openPool(t: TestContext, statements = STATEMENTS) {
  const { owner, close } = await openTestDatabase();
  t.after(close);
  const { pool, proxy } = await openPoolBehindProxy(t, owner, { connections: 1 }, statements);
  return { pool, proxy, db: kyselyAs<ClientTables>(pool, null) };
}

/** Advances the clock by the given number of milliseconds once everything has been sent. */
async function pass(t: TestContext, milliseconds: number): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((sent) => setImmediate(sent));
  t.mock.timers.tick(milliseconds);
}

test('a statement that a silent database never answers is abandoned, and its connection slot is freed', async (t) => {
  const { pool, proxy, db } = await openPool(t);
  const select = async () => await db.executeQuery(CompiledQuery.raw('SELECT 1'));
  await select();
  proxy.isCut = true;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const refused = assert.rejects(select(), { name: 'DatabaseUnavailable' });
  await pass(t, 10_000);
  await refused;
  proxy.isCut = false;
  t.mock.timers.reset();
  pool.release(await pool.acquire(null));
});

test('a cursor on a silent database is abandoned, and its connection slot is freed', async (t) => {
  const { pool, proxy, db } = await openPool(t);
  const many = CompiledQuery.raw('SELECT generate_series(1, 100000) AS n');
  const batches = db.getExecutor().stream<{ n: number }>(many, 10);
  const first = await batches.next();
  assert.equal(!first.done && first.value.rows.length, 10);
  proxy.isCut = true;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const refused = assert.rejects(batches.next(), { name: 'DatabaseUnavailable' });
  await pass(t, 10_000);
  await refused;
  proxy.isCut = false;
  t.mock.timers.reset();
  pool.release(await pool.acquire(null));
});

test('a stream lasts longer than the time limit of a statement', async (t) => {
  const { db } = await openPool(t, { ...STATEMENTS, statement: 1000 });
  const many = CompiledQuery.raw('SELECT n, pg_sleep(0.005) FROM generate_series(1, 300) AS n');
  let rows = 0;
  for await (const batch of db.getExecutor().stream<{ n: number }>(many, 10)) rows += batch.rows.length;
  assert.equal(rows, 300);
});

test('a snapshot on a silent database is abandoned, and its connection slot is freed', async (t) => {
  const { pool, proxy, db } = await openPool(t);
  const snapshot = await openSnapshot(db);
  assert.deepEqual(await snapshot.rows(sql`SELECT 1`), [[1]]);
  proxy.isCut = true;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const refused = assert.rejects(snapshot.rows(sql`SELECT 1`), { name: 'DatabaseUnavailable' });
  await pass(t, 33_000);
  await refused;
  const closed = snapshot.close();
  await pass(t, 1000);
  await closed;
  proxy.isCut = false;
  t.mock.timers.reset();
  pool.release(await pool.acquire(null));
});
