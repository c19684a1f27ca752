import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { CompiledQuery } from 'kysely';
import { clientRole } from '#server/db/client-schemas.ts';
import type { RoleConnection } from '#server/db/connections.ts';
import { kyselyAs } from '#server/db/dialect.ts';
import { createClient } from '#server/features/clients/clients.queries.ts';
import { openTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';

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

/** Uses a connection as `role` the way a request would, and ends the way the misfortune says. */
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
        // An error swallowed inside leaves the transaction failed: COMMIT becomes a rollback.
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

test('whatever happened to a connection, the next to hold it has its own role and nothing else', async () => {
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

test('when all connections are held the next waits at most two seconds, and gets one as soon as it is free', async () => {
  const { pool } = testDatabase.database;
  const held = await Promise.all(Array.from({ length: 8 }, async () => await pool.acquire(null)));
  const since = performance.now();
  const refused = pool.acquire(null);
  await assert.rejects(refused, { name: 'DatabaseUnavailable' });
  const waited = performance.now() - since;
  assert.ok(waited > 1900 && waited < 2500, String(waited));
  const [waiting, first] = [pool.acquire(roles[2] ?? null), held[0]];
  assert.ok(first);
  pool.release(first);
  const connection = await waiting;
  await assertClean(connection, roles[2] ?? null);
  for (const each of [connection, ...held.slice(1)]) pool.release(each);
});
