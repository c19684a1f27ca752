import type { Socket } from 'node:net';
import pg from 'pg';

/** Milliseconds to open a connection, and to close it or roll back. */
const CONNECT = 5000;
const GOODBYE = 1000;

/**
 * Runs `work` on a connection outside the pool and always closes the connection. A statement on a lost
 * connection fails. `silence`: milliseconds within which the database must respond.
 */
export async function onOwnConnection<T>(
  settings: pg.ClientConfig & { silence?: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { silence, ...rest } = settings;
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT, keepAlive: true, ...rest });
  client.on('error', () => {});
  const watch = silence === undefined ? undefined : hangUpAfter(client, silence);
  try {
    await client.connect();
    return await work(client);
  } finally {
    clearInterval(watch);
    await endClient(client);
  }
}

/**
 * Runs BEGIN, `work` and COMMIT, or ROLLBACK when `work` throws. Hangs up on a database that does not respond
 * to the ROLLBACK (for example during a COPY that nobody reads); PostgreSQL then rolls back by itself.
 */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    const timer = setTimeout(() => socketOf(client).destroy(), GOODBYE);
    await client.query('ROLLBACK').catch(() => {});
    clearTimeout(timer);
    throw error;
  }
}

/** Closes a connection in any state, hanging up on a database that does not respond. Never throws. */
export async function endClient(client: pg.Client): Promise<void> {
  client.on('error', () => {});
  const timer = setTimeout(() => socketOf(client).destroy(), GOODBYE);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

function hangUpAfter(client: pg.Client, silence: number): NodeJS.Timeout {
  let seen = -1;
  return setInterval(() => {
    const { bytesRead } = socketOf(client);
    if (bytesRead === seen) socketOf(client).destroy();
    seen = bytesRead;
  }, silence).unref();
}

const socketOf = (client: pg.Client) => client.connection.stream as Socket;
