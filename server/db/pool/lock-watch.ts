import pg from 'pg';
import type { ConnectionSettings } from './connections.ts';
import { endClient } from './own-connection.ts';

/** Milliseconds between two checks. */
const LOOK = 1000;

/**
 * Checks once a second whether a connection with these settings' application name waits for a lock, and calls
 * `waits` each time one starts to. Ignores a database that cannot be queried. The returned function stops the
 * checks.
 */
export function watchLocks(settings: ConnectionSettings, waits: () => void): () => Promise<void> {
  const client = new pg.Client({ ...settings, application_name: 'lms lock watch', query_timeout: LOOK * 5 });
  client.on('error', () => {});
  let connected: Promise<unknown> | undefined;
  let isWaiting = false;
  const look = async () => {
    await (connected ??= client.connect());
    // Reads pg_locks: any role may see all locks, but not what another role's connection waits for.
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_locks JOIN pg_stat_activity a USING (pid)
       WHERE NOT granted AND a.application_name = $1 AND a.datname = current_database()`,
      [settings.application_name],
    );
    const waited = isWaiting;
    isWaiting = (rowCount ?? 0) > 0;
    if (isWaiting && !waited) waits();
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => {})
      .finally(() => (looking = undefined));
  }, LOOK).unref();
  return async () => {
    clearInterval(timer);
    await looking;
    if (connected) await endClient(client);
  };
}
