import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { from as copyFrom } from 'pg-copy-streams';
import { DatabaseUnavailable, startCopy } from '#server/db/pool/ask.ts';
import { RoleDatabaseConnection } from '#server/db/dialect.ts';
import type { ScopedDb } from '#server/db/scope.ts';

/**
 * Streams `lines` through `COPY <target> FROM STDIN`, on the connection of the transaction `db`. `target` and
 * `options` come from the code, never from user input. Throws DatabaseUnavailable when the connection ends.
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
    const { held } = connection;
    const copy = startCopy(held, copyFrom(`COPY ${target} FROM STDIN (${options})`));
    await pipeline(lines, copy).catch((error: unknown) => {
      // The pool knows that the connection ended; the stream's own error does not show it.
      throw held.broken ? new DatabaseUnavailable('The connection was lost.', { cause: error }) : error;
    });
  });
}
