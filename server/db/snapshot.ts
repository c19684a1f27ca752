import type { Readable } from 'node:stream';
import { once } from 'node:events';
import type { QueryExecutorProvider, RawBuilder } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ask, startCopy } from '#server/db/pool/ask.ts';
import { RoleDatabaseConnection } from '#server/db/dialect.ts';
import { HAND_ON_SETTINGS } from '#server/db/cluster/engine.ts';

/** `rowCount` is the number of rows, once all have been read. */
type Copied = Readable & { rowCount: number };

/** A consistent view of the database at one moment, on its own connection. */
export type Snapshot = {
  /** Rows as arrays of columns. */
  rows: <Row extends unknown[]>(query: RawBuilder<unknown>) => Promise<Row[]>;
  /**
   * The bytes of `COPY (query) TO STDOUT` from the first one on: the database formats the rows, and this
   * process never parses them. `options` is text of the program, never user input. Throws what the statement
   * throws before its first row.
   */
  copy: (query: RawBuilder<unknown>, options: string) => Promise<Copied>;
  /** Ends the snapshot and releases its connection; may be called at any time, more than once. */
  close: () => Promise<void>;
};

/**
 * Time limit for a statement, and for a pause between two statements: a stalled reader must not hold a
 * connection.
 */
const LIMITS = "SET LOCAL statement_timeout = '30s'; SET LOCAL idle_in_transaction_session_timeout = '60s'";
/**
 * Milliseconds within which the database must respond, even if the statement has no timeout in PostgreSQL.
 */
const PATIENCE = 33_000;
const GOODBYE = 1000;
/**
 * Matches the version of a PostgreSQL on Windows, which refuses to check the connection during a statement.
 * @internal
 */
export const UNCHECKED_SERVERS = String.raw`windows|mingw|msvc|visual c\+\+`;
/** A copy takes as long as its reader, who is finished or disconnected within half an hour. */
const COPY_LIMITS = `SET LOCAL statement_timeout = '30min';
  SELECT set_config('client_connection_check_interval', '2s', true) WHERE version() !~* '${UNCHECKED_SERVERS}'`;
/** Milliseconds until the first byte of a copy; afterwards the sender of the response ends a stalled copy. */
const FIRST_BYTE = 60_000;
const CHUNK_BYTES = 128 * 1024;

/** Starts a read-only transaction in which every statement sees the same rows. Throws DatabaseUnavailable. */
export async function openSnapshot(db: QueryExecutorProvider): Promise<Snapshot> {
  const opened = Promise.withResolvers<Snapshot>();
  const ending = Promise.withResolvers<void>();
  const held = db.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof RoleDatabaseConnection))
      throw new Error('A snapshot needs a connection of the pool');
    const { client } = connection.held;
    let copied: Copied | undefined;
    const copy: Snapshot['copy'] = async (query, options) => {
      const { sql: text, parameters } = query.compile(db);
      await client.query(COPY_LIMITS);
      const statement = `COPY (${withLiterals(text, parameters)}) TO STDOUT (${options})`;
      copied = startCopy(connection.held, copyTo(statement, { highWaterMark: CHUNK_BYTES }));
      // A reader that starts later receives the error too.
      copied.on('error', (error) => copied?.destroy(error));
      await once(copied, 'readable', { signal: AbortSignal.timeout(FIRST_BYTE) });
      return copied;
    };
    const rows: Snapshot['rows'] = async <Row extends unknown[]>(query: RawBuilder<unknown>) => {
      const { sql: text, parameters } = query.compile(db);
      const statement = { text, values: [...parameters], rowMode: 'array' };
      return (await ask(connection.held, statement, PATIENCE)).rows as Row[];
    };
    try {
      await ask(
        connection.held,
        { text: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${LIMITS}; ${HAND_ON_SETTINGS}` },
        PATIENCE,
      );
      opened.resolve({ rows, copy, close });
      await ending.promise;
    } finally {
      // Hangs up: a normal close would wait for the database to send the rest of the copy, which nobody
      // needs.
      if (copied && !copied.readableEnded) {
        connection.held.broken = true;
        client.connection.stream.destroy();
      } else
        await ask(connection.held, { text: 'ROLLBACK' }, GOODBYE).catch(() => {
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

/** A query's text with its parameters as untyped quoted literals, because COPY takes no parameters. */
function withLiterals(text: string, parameters: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => literalOf(parameters[Number(number) - 1]));
}

function literalOf(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return pg.escapeLiteral(String(value));
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => elementOf(each)).join(',')}}`);
  const text = value instanceof Date ? value.toISOString() : value;
  if (typeof text !== 'string' || text.includes('\0'))
    throw new TypeError('There is no literal for this value.');
  return pg.escapeLiteral(text);
}

/** Formats an element of a PostgreSQL array literal. */
function elementOf(value: unknown): string {
  if (typeof value !== 'string' || value.includes('\0'))
    throw new TypeError('There is no literal for this value.');
  return `"${value.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}
