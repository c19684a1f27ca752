import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { ClosedCore } from '#server/db/system-scope.ts';
import type { CoreTables } from '#server/db/tables/core-tables.ts';
import { haveSumsGoneWrong, mendMirror } from '#server/mirror/compare-mirror.queries.ts';
import { Mirror } from '#server/mirror/mirror.ts';
import { mirrorErrors } from '#test/rows/mirror.ts';
import { createLead, withOwnWorld } from '#test/world.ts';

const { app, world } = await withOwnWorld();
const { alpha } = world;
const SWEEP = 5 * 60_000;

/** Runs one sweep of a process, and returns its complaints. */
async function sweep(database: Database): Promise<string[]> {
  const said: string[] = [];
  const mirror = new Mirror(database, (error) => said.push(String(error)));
  await mirror.startSweeping();
  await mirror.close();
  return said;
}

test('one process compares the mirror with the clients, and another one takes over when it has ended', async (t) => {
  const [first, second] = [
    await openDatabase(app.owner, 'one process'),
    await openDatabase(app.owner, 'another process'),
  ] as const;
  t.after(async () => await Promise.all([first.close(), second.close()]));
  await createLead(app, alpha.rep, { name: 'Swept' });
  await app.database.follower?.settle();
  assert.deepEqual(await sweep(first), []);
  const spoil = async () =>
    await app.database.asOwner(async (owner) => await owner.query('DELETE FROM all_clients.leads'));
  const mended = `Error: The mirror differed from client ${alpha.id}, and is mended.`;
  await spoil();
  assert.deepEqual(await sweep(second), []);
  assert.equal((await sweep(first))[0], mended);
  assert.deepEqual(await mirrorErrors(app), []);
  await spoil();
  await first.close();
  let said: string | undefined;
  // PostgreSQL notices a moment later that the first process has gone.
  while (!said) [said] = await sweep(second);
  assert.equal(said, mended);
  assert.deepEqual(await mirrorErrors(app), []);
});

for (const [what, table, compare] of [
  ['sums', 'call_sums', async (database) => await haveSumsGoneWrong(database)],
  ['rows of a client', 'products', async (database) => await mendMirror(database, alpha.id)],
] as const satisfies readonly (readonly [string, string, (database: Database) => Promise<boolean>])[])
  test(`a comparison of the ${what} may take longer than the statement of a request`, async (t) => {
    const patience = { statement: 1000, lock: 60_000 };
    const database = await openDatabase(app.owner, 'a process', { patience });
    const holder = new pg.Client(app.owner);
    await holder.connect();
    t.after(async () => await Promise.all([holder.end(), database.close()]));
    await holder.query(`BEGIN; LOCK TABLE all_clients.${table}`);
    const ended = new AbortController();
    const compared = compare(database)
      .catch((error: unknown) => error)
      .finally(() => ended.abort());
    const hasTakenLong = async () => {
      await holder.query('SELECT pg_stat_clear_snapshot()');
      const { rowCount } = await holder.query(
        `SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted
           AND relation = 'all_clients.${table}'::regclass AND clock_timestamp() - query_start > interval '1.2 s'`,
      );
      return rowCount === 1;
    };
    while (!ended.signal.aborted && !(await hasTakenLong()));
    await holder.query('COMMIT');
    assert.equal(await compared, false);
  });

/** A follower whose database answers no query before `answer` is called, and the sweeps that it has begun. */
function unanswered() {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const begun = { sweeps: 0 };
  class Silent extends DummyDriver {
    override async acquireConnection() {
      begun.sweeps += 1;
      await answered;
      return await super.acquireConnection();
    }
  }
  const tables = new Kysely<CoreTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Silent(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const database = unchecked<Database>({
    ownWrites: { id: 'here', hear: () => () => {} },
    announcements: { subscribe: () => () => {}, holds: async () => await Promise.resolve(false) },
    core: new ClosedCore(tables),
  });
  return { mirror: new Mirror(database, (error) => assert.fail(String(error))), begun, answer };
}

test('no sweep begins, or waits, because of the clock while one runs', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { mirror, begun, answer } = unanswered();
  const first = mirror.startSweeping();
  t.mock.timers.tick(3 * SWEEP);
  answer();
  await first;
  await turn();
  assert.equal(begun.sweeps, 1);
  t.mock.timers.tick(SWEEP);
  await turn();
  assert.equal(begun.sweeps, 2);
  await mirror.close();
});

test('the end of a process does not wait for a long comparison', { timeout: 30_000 }, async () => {
  const { mirror, answer } = unanswered();
  const sweeping = mirror.startSweeping();
  await mirror.close();
  answer();
  await sweeping;
});
