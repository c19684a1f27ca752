import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { from as copyFrom } from 'pg-copy-streams';
import { RoleDatabaseConnection } from '#server/db/dialect.ts';
import type { ScopedDb } from '#server/db/scope.ts';

/**
 * Streams `lines` through `COPY <target> FROM STDIN`, on the connection of the transaction that `db` is. `target` and
 * `options` are the program's own text, never input.
 */
export async function copyInto(
  db: ScopedDb,
  target: string,
  options: string,
  lines: Readable,
): Promise<void> {
  await db.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof RoleDatabaseConnection))
      throw new Error('COPY needs a connection of the pool');
    await pipeline(lines, connection.held.client.query(copyFrom(`COPY ${target} FROM STDIN (${options})`)));
  });
}
