import type { Socket } from 'node:net';
import pg from 'pg';

/** Thrown when no connection becomes free or the database is unreachable; the response is 503, never 401. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/**
 * Returns a statement's result, or no rows for a `portal`, which is opened without being run. Throws DatabaseUnavailable when there is no
 * response within `patience` milliseconds.
 */
export async function ask(
  { client, socket, ready }: Readonly<Asked>,
  statement: Statement,
  patience: number,
): Promise<Answer> {
  gatherWrites(socket);
  const answer = send(client, statement, patience);
  // Without its role or transaction, the statement may fail too, for a reason that would mislead.
  answer.catch(() => undefined);
  await ready;
  return await answer;
}

/** Sends what the next statement needs, which follows without waiting and throws the error of `failed` if there is one. */
export function sendAhead(
  connection: Asked,
  text: string,
  patience: number,
  failed: (error: unknown) => unknown,
): void {
  connection.ready = ask(connection, { text }, patience).then(
    () => undefined,
    (error: unknown) => {
      throw failed(error);
    },
  );
  connection.ready.catch(() => undefined);
}

/**
 * Statements that are sent in one turn of the event loop leave in one write: each write wakes the backend, which
 * costs the server as much as a short statement.
 */
function gatherWrites(socket: Socket): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  setImmediate(() => socket.uncork());
}

/** A connection, its socket, and the confirmation of what the next statement needs. */
type Asked = { readonly client: pg.Client; readonly socket: Socket; ready: Promise<void> };
type Statement = pg.QueryConfig & { portal?: string };
type Answer = Pick<pg.QueryResult, 'command' | 'rowCount'> & { rows: unknown[] };

async function send(
  client: pg.Client,
  { portal, ...statement }: Statement,
  patience: number,
): Promise<Answer> {
  const limited = { ...statement, query_timeout: patience };
  try {
    if (portal === undefined) return await client.query(limited);
    await openCursor(client, { ...limited, portal });
    return { command: 'DECLARE', rowCount: null, rows: [] };
  } catch (error) {
    if (error instanceof Error && error.message === 'Query read timeout')
      throw new DatabaseUnavailable('The database has not answered.', { cause: error });
    throw error;
  }
}

/** Starts a COPY, which the driver does not send in a pipeline: every earlier statement must have its result. */
export function startCopy<Copy extends pg.Submittable>({ client }: Asked, copy: Copy): Copy {
  Object.assign(client, { pipeline: false });
  client.query(copy);
  Object.assign(client, { pipeline: true });
  return copy;
}

/** Whether PostgreSQL ended the session with this error, or the connection itself failed (no SQLSTATE). */
export function endsConnection(error: unknown): boolean {
  const { severity } = error as { severity?: string };
  return severity === undefined || /^(?:FATAL|PANIC)$/.test(severity);
}

/**
 * A statement that the driver binds to a portal (PostgreSQL's word for an open cursor) without running it.
 */
class Portal extends pg.Query {
  /** Called when the driver would request the rows: ends the exchange instead. */
  _getRows(connection: pg.Connection): void {
    connection.sync();
  }
}

/**
 * Opens a cursor until the end of the transaction. DECLARE would plan its query anew each time; the plan of a
 * prepared statement is reused. Throws PostgreSQL's errors.
 */
async function openCursor(
  client: pg.Client,
  statement: pg.QueryConfig & { portal: string; query_timeout: number },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Without parameters, the driver would send the text to be run immediately.
  const bound = { ...statement, queryMode: 'extended' };
  const portal = new Portal(bound, (error) => (error ? reject(error) : resolve()));
  // The driver reads a ready-made query's time limit from the query itself.
  client.query(Object.assign(portal, { query_timeout: statement.query_timeout }));
  await promise;
}
