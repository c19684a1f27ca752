import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { STATEMENTS } from '#server/db/pool/request-settings.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { alone, dropDatabase, makeDatabase, runServer } from '#test/servers/run-server.ts';
import { copyCluster } from '#test/servers/cached-cluster.ts';
import { startReplica } from '#test/servers/replica.ts';
import type { TestReplica } from '#test/servers/replica.ts';
import { scratchFolder } from '#test/servers/scratch.ts';

/** A migrated database on a real PostgreSQL, dropped on `close` and left on `leave`. */
export type TestDatabase = {
  database: Database;
  owner: ConnectionSettings;
  dataDir: string;
  /** The standby, if the database was opened with one. */
  standby: TestReplica | undefined;
  close: () => Promise<void>;
  leave: () => Promise<void>;
};

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Milliseconds: on a busy machine many requests at once wait long for a connection. */
const PATIENCE = 30_000;

export type TestDatabaseOptions = {
  /** A separate server, for a test that breaks, freezes or stops it. */
  ownServer?: boolean;
  /** A separate server with a standby, which is DATABASE_READ_URL. */
  hasReplica?: boolean;
  /** The database on the run's server to copy. */
  copyOf?: string | undefined;
  /** The connections of a test that holds many at a time. */
  connections?: number | undefined;
  /** Prepares the database before LMS opens it. */
  prepare?: (owner: ConnectionSettings) => Promise<void>;
};

/**
 * Opens a database on the run's server (TEST_DATABASE_URL, set by `npm test`), or on a new server if there is
 * none.
 */
export async function openTestDatabase({
  hasReplica = false,
  ownServer = hasReplica,
  copyOf,
  connections = 8,
  prepare,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const dataDir = scratchFolder('lms-test-');
  const url = process.env['TEST_DATABASE_URL'];
  const server = url && !ownServer ? await databaseOn(url, copyOf) : await embedded(dataDir);
  const standby = hasReplica
    ? await startReplica(server.owner, dataDir, scratchFolder('lms-test-'))
    : undefined;
  await prepare?.(server.owner);
  const secret = randomBytes(32).toString('hex');
  const open = async () =>
    await openDatabase(server.owner, secret, {
      replica: standby?.owner,
      limits: { ...STATEMENTS, connections, wait: PATIENCE },
    });
  // Copies share their roles, whose passwords are set by one process at a time.
  const database = url && copyOf ? await alone(url, 'open', open) : await open();
  const leave = async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const close = async () => {
    await leave();
    await standby?.stop();
    if (standby) rmSync(standby.dataDir, { recursive: true, force: true });
    await server.stop();
  };
  return { database, owner: server.owner, dataDir, standby, close, leave };
}

/** An empty database; `close` leaves other processes' connections alone. */
export async function openEmptyDatabase(): Promise<Server & { dataDir: string }> {
  const dataDir = scratchFolder('lms-test-');
  const url = process.env['TEST_DATABASE_URL'];
  const { owner, stop } = url ? await databaseOn(url) : await embedded(dataDir);
  return {
    owner,
    dataDir,
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The URL of the same database, for another process. */
export function databaseUrl({ user, password, host, port, database }: ConnectionSettings): string {
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password))}`;
  return `postgres://${login}@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(host ?? '')}`;
}

type Server = { owner: ConnectionSettings; stop: () => Promise<void> };

async function embedded(dataDir: string): Promise<Server> {
  copyCluster(dataDir);
  const { owner, stop } = await startEmbeddedDatabase({ memory: 1024, dataDir, log: quiet });
  return { owner, stop };
}

async function databaseOn(url: string, copyOf?: string): Promise<Server> {
  const server = await runServer(url);
  const owner = await makeDatabase(server, copyOf);
  return { owner, stop: async () => await dropDatabase(server, String(owner.database)) };
}

/** A database as DATABASE_URL names it, including one that listens on a socket. */
export function addressOf({ user, password, host, port, database }: ConnectionSettings): string {
  const url = new URL(`postgres://localhost/${database}`);
  url.username = user ?? '';
  url.password = String(password);
  url.searchParams.set('host', host ?? '');
  url.searchParams.set('port', String(port));
  return url.href;
}
