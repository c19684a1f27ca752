import type { RawBuilder } from 'kysely';
import { RoleDatabaseConnection } from '#server/db/dialect.ts';
import type { ScopedDb } from '#server/db/scope.ts';

/** One reading of the database as it was at one moment, on a connection of its own. */
export type Snapshot = {
  /** Rows as arrays of columns. */
  rows: <Row extends unknown[]>(query: RawBuilder<unknown>) => Promise<Row[]>;
  /** Ends it and gives the connection back; may be called at any time and more than once. */
  close: () => Promise<void>;
};

/** Milliseconds a statement, and a pause between two, may take: a reader who stalls must not keep a connection. */
const LIMITS = "SET LOCAL statement_timeout = '30s'; SET LOCAL idle_in_transaction_session_timeout = '60s'";
/** Begins a read-only transaction in which every statement sees the same rows. Throws DatabaseUnavailable. */
export async function openSnapshot(db: ScopedDb): Promise<Snapshot> {
  const opened = Promise.withResolvers<Snapshot>();
  const ending = Promise.withResolvers<void>();
  const held = db.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof RoleDatabaseConnection))
      throw new Error('A snapshot needs a connection of the pool');
    const { client } = connection.held;
    const rows: Snapshot['rows'] = async <Row extends unknown[]>(query: RawBuilder<unknown>) => {
      const { sql: text, parameters } = query.compile(db);
      return (await client.query<Row>({ text, values: [...parameters], rowMode: 'array' })).rows;
    };
    try {
      await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LIMITS}`);
      opened.resolve({ rows, close });
      await ending.promise;
    } finally {
      await client.query('ROLLBACK').catch(() => {
        connection.held.broken = true;
      });
    }
  });
  const close = async () => {
    ending.resolve();
    await held;
  };
  held.catch(opened.reject);
  return await opened.promise;
}
