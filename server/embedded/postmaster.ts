import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import type { Binaries } from './binaries.ts';
import type { Launcher } from './launcher.ts';
import { DatabaseStartError, type DatabaseLog } from './start-error.ts';

export type Owner = { host: string; port: number; user: string; password: string; database: string };

export type PostmasterOptions = {
  binaries: Binaries;
  launcher: Launcher;
  clusterDir: string;
  args: string[];
  logFile: string;
  owner: Owner;
  log: DatabaseLog;
};

const POLL = 20;
const LOG_LIMIT = 10 * 1024 * 1024;

/**
 * Starts the server and returns once it accepts the owner's connection. Throws DatabaseStartError with
 * PostgreSQL's reason.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<ChildProcess> {
  const logStart = rotateLog(options.logFile);
  const descriptor = openSync(options.logFile, 'a', 0o600);
  const { file, args, options: spawnOptions } = options.launcher(options.binaries.postgres, options.args);
  // Runs in its own session: Ctrl-C in the terminal reaches only this process, which stops the database last.
  const child = spawn(file, args, {
    ...spawnOptions,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  // An exit without stopPostmaster (an uncaught error, Ctrl-C) must not leave a server running. Listeners
  // that remove its folder come later.
  const interrupt = () => void child.kill('SIGINT');
  process.prependOnceListener('exit', interrupt);
  child.once('exit', () => process.off('exit', interrupt));
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  try {
    await untilReady(options, child, () => failure);
  } catch (error) {
    await stopPostmaster(child, options).catch(() => undefined);
    if (error instanceof DatabaseStartError) throw error;
    throw new DatabaseStartError(
      `The database did not start: ${reasonIn(options.logFile, logStart) ?? (error as Error).message} ` +
        `The whole log is in ${options.logFile}.`,
    );
  }
  return child;
}

/**
 * Stops the server: fast shutdown (SIGINT), after 10 s an immediate one (SIGQUIT), never SIGKILL. Throws when
 * even that fails.
 */
export async function stopPostmaster(
  child: ChildProcess,
  { binaries, launcher, clusterDir }: Pick<PostmasterOptions, 'binaries' | 'launcher' | 'clusterDir'>,
): Promise<void> {
  for (const mode of ['fast', 'immediate'] as const) {
    if (hasEnded(child)) return;
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(10_000) }).then(
      () => true,
      () => false,
    );
    if (process.platform === 'win32') await stopWithPgCtl(binaries, launcher, clusterDir, mode);
    else child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    if (await ended) return;
  }
  throw new Error(`The database server (process ${child.pid}) does not stop.`);
}

/**
 * Stops the server on Windows, which has no signals: PostgreSQL listens on a pipe that pg_ctl knows. Other
 * processes are unaffected.
 */
export async function stopWithPgCtl(
  binaries: Binaries,
  launcher: Launcher,
  clusterDir: string,
  mode: string,
) {
  const { file, args, options } = launcher(binaries.pgCtl, [
    'stop',
    '-D',
    clusterDir,
    '-m',
    mode,
    '-t',
    '10',
  ]);
  await promisify(execFile)(file, args, { ...options, windowsHide: true }).catch(() => undefined);
}

export function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Crash recovery may take a while, so the wait ends only if the server exits. */
async function untilReady(options: PostmasterOptions, child: ChildProcess, failure: () => Error | undefined) {
  const { owner, log } = options;
  let nextNotice = performance.now() + 5_000;
  for (;;) {
    if (failure()) throw failure() as Error;
    if (hasEnded(child)) throw new Error(`the server ended (${child.signalCode ?? child.exitCode}).`);
    const answer = await knock(owner);
    if (answer === undefined) return;
    if (answer === '3D000') await createDatabase(owner);
    if (answer === '28P01') throw wrongPassword();
    if (performance.now() > nextNotice) {
      log.info('Still waiting for the database (it may be recovering from a crash) …');
      nextNotice += 5_000;
    }
    await sleep(POLL);
  }
}

/** Tries to connect: undefined when the server accepts the owner, otherwise the error code. */
async function knock(owner: Owner): Promise<string | undefined> {
  try {
    await onOwnConnection(owner, async () => undefined);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown';
  }
}

/** Creates the product's database: a new cluster contains only PostgreSQL's own. */
async function createDatabase(owner: Owner) {
  await onOwnConnection({ ...owner, database: 'postgres' }, async (client) => {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(owner.database)}`);
  });
}

function wrongPassword() {
  return new DatabaseStartError(
    'The database does not accept the password in secrets/database-owner.key of the data folder. ' +
      'Put that file back from a backup, or see "A lost key" in docs/operations.md.',
  );
}

/** Keeps the current log and the previous one; returns the size of the current one. */
function rotateLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_LIMIT) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

/** The server's answers to connections meanwhile, which are no reasons. */
const MEANWHILE = /the database system is (?:starting up|shutting down|in recovery mode|not)/;

/** The server's own reason: its last FATAL or error line since the start. */
function reasonIn(logFile: string, from: number): string | undefined {
  const text = readFileSync(logFile).subarray(from).toString('utf8');
  const line = text
    .split('\n')
    .findLast((candidate) => /FATAL|PANIC|error|could not/i.test(candidate) && !MEANWHILE.test(candidate));
  return line?.replace(/^.*?(FATAL|PANIC|ERROR|LOG):\s*/, '').replace(/\.?$/, '.');
}
