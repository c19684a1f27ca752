import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { UnusableDatabase } from './usable.ts';

/**
 * The owner's connection to an external database, parsed from its URL. Throws UnusableDatabase for an invalid
 * one.
 */
export function ownerOf(databaseUrl: string): ConnectionSettings {
  const owner = read(databaseUrl);
  // Several roles sign in, and PostgreSQL would default each to a database of its own name.
  if (!owner.database)
    throw new UnusableDatabase('DATABASE_URL names no database: it ends with one, such as …:5432/lms.');
  return owner;
}

/** Never shows the URL, which contains a password. */
function read(url: string): ConnectionSettings {
  try {
    return parseIntoClientConfig(url);
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    throw new UnusableDatabase(
      code === 'ENOENT'
        ? `The address of the database names the file ${path}, which is not there.`
        : 'The address of the database (DATABASE_URL, DATABASE_READ_URL) cannot be read. Signs such as @, / and % in a password are written as %40, %2F and %25.',
      { cause: error },
    );
  }
}

/** The owner's connection to the replica at a URL; parts that the URL omits are the primary's. */
export function ownerAt(readUrl: string, owner: ConnectionSettings): ConnectionSettings {
  const named = Object.entries(read(readUrl)).filter(([, value]) => value);
  return { ...owner, ...Object.fromEntries(named) };
}

/** The owner's connection to the embedded database of a running server; undefined when none responds. */
export async function ownerOfRunning(dataDir: string): Promise<ConnectionSettings | undefined> {
  const file = (...path: string[]) => readFileSync(join(dataDir, ...path), 'utf8');
  try {
    // PostgreSQL writes to this file where it listens: line four is the port, line five the socket folder.
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
