import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { CompiledQuery, sql } from 'kysely';
import type { Kysely } from 'kysely';
import { RoleDatabaseConnection, kyselyAs, onOneConnection } from '#server/db/dialect.ts';
import { openSnapshot } from '#server/db/snapshot.ts';
import { openTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { openPoolBehindProxy } from '#test/servers/proxy.ts';
import type { DatabaseProxy } from '#test/servers/proxy.ts';
import { until } from '#test/servers/embedded-servers.ts';

let testDatabase: TestDatabase;
before(async () => {
  testDatabase = await openTestDatabase();
});
after(async () => await testDatabase.close());

type Handle = Pick<Kysely<unknown>, 'executeQuery'>;
const read = async (db: Handle, statement: string) =>
  (await db.executeQuery(CompiledQuery.raw(statement))).rows;

/** A pool of one connection, through a proxy. */
async function openPool(t: TestContext) {
  return await openPoolBehindProxy(t, testDatabase.owner, { connections: 1 });
}

/** Asserts that the statements which take these locks reach a database that answers none of them. */
async function assertSentUnanswered(
  proxy: DatabaseProxy,
  locks: readonly number[],
  run: () => Promise<unknown>,
): Promise<void> {
  proxy.isMute = true;
  const running = run();
  await until('all statements have been sent', async () => {
    const held =
      await sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ANY(${locks})`.execute(
        testDatabase.database.nothing,
      );
    return held.rows.length === locks.length;
  });
  proxy.isMute = false;
  await running;
}

test('reads begun together on one connection, also after a COPY, are sent before the first has its result', async (t) => {
  const { pool, proxy } = await openPool(t);
  const db = kyselyAs<unknown>(pool, null);
  const snapshot = await openSnapshot(db);
  assert.equal(await text(await snapshot.copy(sql`SELECT 1`, 'FORMAT csv')), '1\n');
  await snapshot.close();
  const locks = [101, 102, 103];
  const lock = async () =>
    await onOneConnection(db, async (one) => {
      await Promise.all(locks.map(async (each) => await read(one, `SELECT pg_advisory_lock(${each})`)));
    });
  await assertSentUnanswered(proxy, locks, lock);
  await read(db, 'SELECT pg_advisory_unlock_all()');
});

test('the first statement of a transaction is sent with its BEGIN', async (t) => {
  const { pool, proxy } = await openPool(t);
  const db = kyselyAs<unknown>(pool, null);
  await read(db, 'SELECT 1');
  const write = async () =>
    await db.transaction().execute(async (trx) => await read(trx, 'SELECT pg_advisory_xact_lock(104)'));
  await assertSentUnanswered(proxy, [104], write);
});

test('a statement whose transaction cannot begin is not answered, and its connection not used again', async (t) => {
  const { pool } = await openPool(t);
  const db = kyselyAs<unknown>(pool, null);
  await db.getExecutor().provideConnection(async (connection) => {
    assert(connection instanceof RoleDatabaseConnection);
    connection.begin('BEGIN NOTHING');
    await assert.rejects(connection.executeQuery(CompiledQuery.raw('SELECT 1')), /syntax error/);
  });
  assert.equal(pool.usage.open, 0);
});

test('a read that fails gives its connection back only when the reads beside it have ended', async (t) => {
  const { pool } = await openPool(t);
  const db = kyselyAs<unknown>(pool, null);
  let beside: Promise<unknown> = Promise.resolve();
  let late: Promise<unknown> = Promise.resolve();
  await assert.rejects(
    onOneConnection(db, async (one) => {
      beside = read(one, 'SELECT pg_sleep(0.05), 1 AS found');
      const failing = read(one, 'SELECT 1 / 0');
      late = failing
        .catch(async () => await new Promise(setImmediate))
        .then(async () => await read(one, 'SELECT 2'));
      late.catch(() => undefined);
      return await failing;
    }),
    /division by zero/,
  );
  assert.equal(pool.usage.inUse, 0);
  assert.partialDeepStrictEqual(await beside, [{ found: 1 }]);
  await assert.rejects(late, { message: 'The connection of these reads has been returned.' });
});

test('a statement is not answered when its role cannot be taken, and the next one is', async (t) => {
  const { pool } = await openPool(t);
  await assert.rejects(read(kyselyAs(pool, 'lms_no_such_role'), 'SELECT id FROM core.clients'), {
    message: 'role "lms_no_such_role" does not exist',
  });
  assert.deepEqual(await read(kyselyAs(pool, null), 'SELECT current_user = session_user AS is_self'), [
    { is_self: true },
  ]);
});
