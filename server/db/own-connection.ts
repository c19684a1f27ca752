import type { Socket } from 'node:net';
import pg from 'pg';

/** Milliseconds for a connection to be made, and for a goodbye or a ROLLBACK. */
const CONNECT = 5000;
const GOODBYE = 1000;

/**
 * Does `work` on a connection outside the pool and ends the connection whatever happens. The statement that meets a
 * lost connection fails. `silence`: milliseconds within which the database must say something.
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
 * Does BEGIN, `work` and COMMIT, or ROLLBACK when `work` throws. Hangs up on a database that does not answer the
 * ROLLBACK (such as behind a COPY that nobody reads): PostgreSQL rolls back then by itself.
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

/** Ends a connection in any state: says goodbye, and hangs up on a database that does not answer. Never throws. */
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
