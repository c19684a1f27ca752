import type { Socket } from 'node:net';
import type pg from 'pg';

/** Milliseconds for a goodbye, or for a ROLLBACK. */
const PATIENCE = 1000;

/** Ends a connection in whatever state: says goodbye, and hangs up on a database that does not answer. Never throws. */
export async function endClient(client: pg.Client, patience = PATIENCE): Promise<void> {
  client.on('error', () => {});
  const timer = setTimeout(() => hangUp(client), patience);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

/** The database notices, and ends the transaction, by itself. */
export function hangUp(client: pg.Client): void {
  (client.connection.stream as Socket).destroy();
}
