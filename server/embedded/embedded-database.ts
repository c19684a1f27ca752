import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseAccount } from './account.ts';
import { locateBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { folderOwner, notUsable, openDataFolder, openLog, openSocketFolder } from './folders.ts';
import { chooseLauncher } from './launcher.ts';
import { clearLeftovers } from './leftovers.ts';
import { lockDataFolder } from './lock.ts';
import { forgetOtherDatabases } from './other-databases.ts';
import {
  hasEnded,
  startPostmaster,
  stopPostmaster,
  stopWithPgCtl,
  type Owner,
  type PostmasterOptions,
} from './postmaster.ts';
import { secretOf } from './secret.ts';
import { machineShare, serverArguments, SOCKET_PORT } from './settings.ts';
import type { DatabaseLog } from './start-error.ts';

export type EmbeddedDatabase = {
  /** Connection settings of the cluster's superuser, for `pg`. `host` is the private socket folder (not on Windows). */
  owner: Owner;
  /** Lets running statements finish within 10 s, then stops the server and releases the data folder. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log: DatabaseLog;
  /** Megabytes of memory for PostgreSQL; by default according to the machine's memory. */
  memory?: number | undefined;
  /** The maximum number of connections; 40 by default. */
  connections?: number | undefined;
};

const RETRY_FIRST = 200;
const RETRY_LAST = 5_000;
/** Milliseconds a server must have run before its exit resets the back-off. */
const SETTLED = 60_000;

/**
 * Starts PostgreSQL on the data folder, creating the cluster on first use, and keeps it running until `stop`.
 * Throws DatabaseStartError with a message for the operator when that is impossible.
 */
export async function startEmbeddedDatabase({
  dataDir,
  log,
  memory = machineShare(),
  connections,
}: Options): Promise<EmbeddedDatabase> {
  forgetOtherDatabases();
  const folder = openDataFolder(dataDir);
  let unlock: (() => void) | undefined;
  try {
    unlock = lockDataFolder(folder);
    const postmaster = await preparePostmaster(folder, log, { memory, connections });
    return await supervise(postmaster, unlock);
  } catch (error) {
    unlock?.();
    throw notUsable(folder, error);
  }
}

/**
 * Starts PostgreSQL on a restored cluster, waits until it has replayed its log, and stops it. Throws
 * DatabaseStartError with PostgreSQL's reason.
 */
export async function recoverCluster(dataDir: string): Promise<void> {
  const folder = openDataFolder(dataDir);
  const unlock = lockDataFolder(folder);
  try {
    const quiet = { info() {}, warn() {}, error() {} };
    const postmaster = await preparePostmaster(folder, quiet, {
      memory: machineShare(),
      connections: undefined,
    });
    await stopPostmaster(await startPostmaster(postmaster), postmaster);
    if (postmaster.socketDir) rmSync(postmaster.socketDir, { recursive: true, force: true });
  } finally {
    unlock();
  }
}

type Prepared = PostmasterOptions & { socketDir: string | undefined };

async function preparePostmaster(
  dataDir: string,
  log: DatabaseLog,
  { memory, connections }: { memory: number; connections: number | undefined },
): Promise<Prepared> {
  const clusterDir = join(dataDir, 'postgres');
  const account = databaseAccount(dataDir, clusterDir);
  const binaries = locateBinaries(join(dataDir, 'postgres-libraries'));
  const launcher = await chooseLauncher(binaries, dataDir, account);
  const password = secretOf(dataDir, 'database-owner', folderOwner(dataDir));
  const socketDir = process.platform === 'win32' ? undefined : openSocketFolder(dataDir, account);
  const port = socketDir ? SOCKET_PORT : await freePort();
  const owner = { host: socketDir ?? '127.0.0.1', port, user: 'postgres', password, database: 'lms' };
  await ensureCluster({ dataDir, clusterDir, binaries, launcher, account, password, log });
  const args = serverArguments(clusterDir, socketDir ? { socketDir } : { port }, memory, connections);
  return { binaries, launcher, clusterDir, args, logFile: openLog(dataDir), owner, log, socketDir };
}

async function freshStart(postmaster: Prepared): Promise<ChildProcess> {
  const { binaries, launcher, clusterDir, log } = postmaster;
  if (process.platform === 'win32') await stopWithPgCtl(binaries, launcher, clusterDir, 'fast');
  else await clearLeftovers(postmaster, log);
  return startPostmaster(postmaster);
}

async function supervise(postmaster: Prepared, unlock: () => void): Promise<EmbeddedDatabase> {
  const { log, owner } = postmaster;
  const stopping = new AbortController();
  let child = await freshStart(postmaster);
  let revival: Promise<void> | undefined;
  let delay = RETRY_FIRST;
  let startedAt = performance.now();

  function watch() {
    const watched = child;
    const onEnd = () => {
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > SETTLED) delay = RETRY_FIRST;
      log.error(
        `The database server ended unexpectedly (${watched.signalCode ?? watched.exitCode}); restarting it.`,
      );
      revival = revive();
    };
    if (hasEnded(watched)) onEnd();
    else watched.once('exit', onEnd);
  }

  async function revive() {
    while (!stopping.signal.aborted) {
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      delay = Math.min(delay * 2, RETRY_LAST);
      try {
        child = await freshStart(postmaster);
        startedAt = performance.now();
        watch();
        log.info('The database server runs again.');
        return;
      } catch (error) {
        log.error((error as Error).message);
      }
    }
  }

  watch();

  async function stop() {
    stopping.abort();
    await revival;
    await stopPostmaster(child, postmaster);
    if (postmaster.socketDir) rmSync(postmaster.socketDir, { recursive: true, force: true });
    unlock();
  }
  let stopped: Promise<void> | undefined;
  return { owner, stop: () => (stopped ??= stop()) };
}

/**
 * Windows only: PostgreSQL has no socket folder there, so it listens on the loopback address with a password.
 */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
