import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { giveTo, giveTreeTo, type Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Launcher } from './launcher.ts';
import { syncFolder } from './folders.ts';
import { runningProcesses, signalAll } from './processes.ts';
import { clusterArguments } from './settings.ts';
import { DatabaseStartError, type DatabaseLog } from './start-error.ts';

/** The beginning of an incomplete cluster's folder name; every start removes such folders. */
export const DRAFT = 'postgres.new-';
const MAJOR_VERSION = '18';
const run = promisify(execFile);

export type ClusterOptions = {
  dataDir: string;
  clusterDir: string;
  binaries: Binaries;
  launcher: Launcher;
  account: Account | undefined;
  password: string;
  log: DatabaseLog;
};

/**
 * Makes sure clusterDir contains a complete cluster of the right version. Creates a new one under another
 * name and moves it into place when complete, so a killed start leaves only a draft to delete.
 */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  await removeDrafts(options.dataDir);
  if (clusterVersion(options.clusterDir) === undefined) {
    options.log.info('Creating the database (first start) …');
    await createCluster(options);
  }
  const version = clusterVersion(options.clusterDir);
  if (version !== MAJOR_VERSION) {
    throw new DatabaseStartError(
      `${options.clusterDir} was made by PostgreSQL ${version}, but this release brings ${MAJOR_VERSION}. ` +
        'Start the release that made it, take a backup there, and restore it here.',
    );
  }
  if (options.account && statSync(options.clusterDir).uid === 0) {
    options.log.warn(
      `${options.clusterDir} belongs to root: giving it to the user "${options.account.name}".`,
    );
    giveTreeTo(options.account, options.clusterDir);
  }
}

function clusterVersion(clusterDir: string): string | undefined {
  try {
    return readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (statSync(clusterDir, { throwIfNoEntry: false }) && readdirSync(clusterDir).length > 0) {
    throw new DatabaseStartError(
      `${clusterDir} exists but holds no complete database. Move that folder away (keep it if it may hold data), ` +
        'or choose another data folder, and start again.',
    );
  }
  return undefined;
}

async function createCluster({ dataDir, clusterDir, binaries, launcher, account, password }: ClusterOptions) {
  const draft = mkdtempSync(join(dataDir, DRAFT));
  try {
    giveTo(account, draft);
    const passwordFile = join(draft, 'password');
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    giveTo(account, passwordFile);
    const { file, args, options } = launcher(
      binaries.initdb,
      clusterArguments(join(draft, 'cluster'), passwordFile),
    );
    await run(file, args, { ...options, timeout: 120_000 }).catch((error: unknown) => {
      throw initdbFailure(error);
    });
    rmSync(clusterDir, { recursive: true, force: true });
    renameSync(join(draft, 'cluster'), clusterDir);
    await syncFolder(dataDir);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function initdbFailure(error: unknown) {
  const { stderr = '', message = '' } = error as { stderr?: string; message?: string };
  if (/could not look up (effective )?user/.test(stderr)) {
    return new DatabaseStartError(
      `PostgreSQL needs a user with a name, but user number ${process.getuid?.()} has none on this machine. ` +
        'Start as a user listed in /etc/passwd, or set DATABASE_URL.',
    );
  }
  const reason = stderr.split('\n').find((line) => /error|FATAL|could not/i.test(line)) ?? message;
  return new DatabaseStartError(`The database could not be created: ${reason.trim()}`);
}

/**
 * Removes draft clusters. First stops an initdb or a server that outlived its parent, found by the draft's
 * name in its command line, because it would keep writing.
 */
async function removeDrafts(dataDir: string) {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(DRAFT))) {
    const draft = join(dataDir, name);
    const isWriter = (command: string) =>
      command.includes(`--pgdata=${draft}/`) || command.includes(` -D ${draft}/`);
    const writers = () => runningProcesses().filter(({ command }) => isWriter(command));
    signalAll(
      writers().map(({ pid }) => pid),
      'SIGINT',
    );
    for (let wait = 0; wait < 500 && writers().length > 0; wait += 1) await sleep(20);
    await rm(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
  }
}
