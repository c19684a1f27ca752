import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { to as copyTo } from 'pg-copy-streams';
import { openTestDatabase } from '#test/database.ts';

const { database, close } = await openTestDatabase();
after(close);

test('losing the database during the owner’s work fails that work and nothing else', async () => {
  const work = database.asOwner(async (owner) => {
    const ended = new Promise<void>((end) => owner.once('end', end));
    const { rows } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await database.asOwner(
      async (other) => await other.query('SELECT pg_terminate_backend($1::int)', [rows[0]?.pid]),
    );
    await ended;
    await owner.query('SELECT 1');
  });
  await assert.rejects(work, /not queryable/);
});

test('an abandoned COPY ends its transaction, locks and connection', async () => {
  const work = database.asOwner(async (owner) => {
    await owner.query('LOCK TABLE core.roles');
    const rows = owner.query(
      copyTo("COPY (SELECT repeat('x', 1000) FROM generate_series(1, 100000)) TO STDOUT"),
    );
    rows.on('error', () => {});
    await once(rows, 'readable');
    throw new Error('No space left on the disk.');
  });
  await assert.rejects(work, /No space left/);
  const { rows } = await database.asOwner(
    async (owner) => await owner.query('SELECT id FROM core.roles FOR UPDATE'),
  );
  assert.equal(rows.length, 4);
});
