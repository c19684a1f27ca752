import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { ConnectionSettings } from '#server/db/connections.ts';

/** The owner's connection to a database of one's own, from its address. */
export const ownerOf = (databaseUrl: string): ConnectionSettings => parseIntoClientConfig(databaseUrl);

/** The owner's connection to the replica at an address; parts that the address does not name are the primary's. */
export function ownerAt(readUrl: string, owner: ConnectionSettings): ConnectionSettings {
  const named = Object.entries(parseIntoClientConfig(readUrl)).filter(([, value]) => value);
  return { ...owner, ...Object.fromEntries(named) };
}

/** The owner's connection to the embedded database of a server that is running; undefined when none answers. */
export async function ownerOfRunning(dataDir: string): Promise<ConnectionSettings | undefined> {
  const file = (...path: string[]) => readFileSync(join(dataDir, ...path), 'utf8');
  try {
    // PostgreSQL writes into this file where it listens: the fourth line is the port, the fifth the folder of the
    // socket.
    const [, , , port, socketFolder] = file('postgres', 'postmaster.pid').split('\n');
    const owner = {
      host: socketFolder || '127.0.0.1',
      port: Number(port),
      user: 'postgres',
      password: file('secrets', 'database-owner.key').trim(),
      database: 'lms',
    };
    const probe = new pg.Client({ ...owner, connectionTimeoutMillis: 2000 });
    probe.on('error', () => undefined);
    await probe.connect();
    await probe.end();
    return owner;
  } catch {
    return undefined;
  }
}
