import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { leads } from '#shared/leads/leads.ts';
import { appPassword } from '#server/db/structure/installation.ts';
import { migrate } from '#server/db/structure/migrate.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { mirrorErrors } from '#test/rows/mirror.ts';
import { createLead, withOwnWorld } from '#test/world.ts';

const { app, world } = await withOwnWorld();
const { alpha, beta, superadmin } = world;

const listAll = async () =>
  await app.call(leads.list, { query: { page: '1', limit: '100' } }, superadmin.token);

/** Whether the unfinished mirror is there. */
const hasDraft = async () =>
  await app.database.asOwner(
    async (owner) =>
      (await owner.query("SELECT 1 FROM pg_namespace WHERE nspname = 'all_clients_next'")).rowCount === 1,
  );

/**
 * Rebuilds the mirror, and calls `meanwhile` with the process id of the rebuild's connection once that has
 * copied the first client and waits for the second. Returns why the rebuild failed.
 */
async function remaking(
  meanwhile: (owner: pg.Client, remaker: number) => Promise<unknown>,
): Promise<unknown> {
  const waiting = async (owner: pg.Client) => {
    const { rows } = await owner.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
         AND query LIKE '%all_clients_next%'`,
    );
    return rows[0]?.pid;
  };
  return await onOwnConnection(app.owner, async (holder) => {
    await holder.query('BEGIN; LOCK TABLE beta.leads');
    const ended = new AbortController();
    const remade = app.database
      .remakeMirror()
      .catch((error: unknown) => error)
      .finally(() => ended.abort());
    await app.database.onOwner(async (owner) => {
      let remaker: number | undefined;
      while (!(remaker = await waiting(owner)) && !ended.signal.aborted) await turn();
      if (remaker) await meanwhile(owner, remaker);
    });
    await holder.query('ROLLBACK');
    return await remade;
  });
}

test('a rebuild holds the locks of one client at a time, and brings what clients changed meanwhile', async () => {
  await createLead(app, alpha.rep, { name: 'Before' });
  await createLead(app, beta.rep, { name: 'Copied second' });
  const error = await remaking(async (owner, remaker) => {
    const { rows } = await owner.query<{ schema: string }>(
      `SELECT DISTINCT nspname AS schema FROM pg_locks JOIN pg_class c ON c.oid = relation
       JOIN pg_namespace n ON n.oid = relnamespace WHERE pid = $1 AND nspname IN ('alpha', 'beta')`,
      [remaker],
    );
    assert.deepEqual(rows, [{ schema: 'beta' }]);
    await createLead(app, alpha.rep, { name: 'Meanwhile' });
  });
  assert.equal(error, undefined);
  const { body } = await listAll();
  assert.deepEqual(body.data.map(({ name }) => name).toSorted(), ['Before', 'Copied second', 'Meanwhile']);
  assert.deepEqual(await mirrorErrors(app), []);
});

test('a rebuild that is cut off loses no change, and the next start removes what it left', async () => {
  const { total } = (await listAll()).body.pagination;
  await createLead(app, alpha.rep, { name: 'Not copied yet' });
  const error = await remaking(
    async (owner, remaker) => await owner.query('SELECT pg_terminate_backend($1::int, 5000)', [remaker]),
  );
  assert.ok(error instanceof Error);
  assert.equal(await hasDraft(), true);
  assert.equal((await listAll()).body.pagination.total, total + 1);
  assert.deepEqual(await mirrorErrors(app), []);
  // A start leaves the draft while another process copies changes.
  assert.equal(await app.database.follower?.settle(), true);
  await migrate(app.owner, appPassword(app.owner, ''));
  assert.equal(await hasDraft(), false);
});

test('a rebuild that fails removes what it has made', async () => {
  const refusing = async (statement: string) =>
    await app.database.asOwner(async (owner) => await owner.query(statement));
  await refusing('ALTER TABLE beta.leads RENAME TO hidden');
  await assert.rejects(app.database.remakeMirror(), { code: '42P01' });
  await refusing('ALTER TABLE beta.hidden RENAME TO leads');
  assert.equal(await hasDraft(), false);
  assert.deepEqual(await mirrorErrors(app), []);
});
