import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask } from './ask.ts';
import { openTestDatabase } from '#test/database.ts';

const { database, close } = await openTestDatabase();
after(close);

test('a role and the statements that follow it leave in one write, which wakes the backend once', async () => {
  const { pool, installation } = database;
  const connection = await pool.acquire(null);
  pool.release(connection);
  let writes = 0;
  const write = connection.socket._writev?.bind(connection.socket);
  connection.socket._writev = (...sent) => {
    writes += 1;
    write?.(...sent);
  };
  const again = await pool.acquire(installation.allRole);
  assert.equal(again, connection);
  const statements = ['SELECT current_user::text AS found', 'SELECT 2 AS found'];
  const answers = await Promise.all(statements.map(async (text) => await ask(again, { text }, 10_000)));
  assert.deepEqual(
    answers.map(({ rows }) => rows),
    [[{ found: installation.allRole }], [{ found: 2 }]],
  );
  assert.equal(writes, 1);
  pool.release(again);
});
