import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, runningProcesses, signalAll } from './processes.ts';
import { clusterName, SOCKET_PORT } from './settings.ts';
import { DatabaseStartError, type DatabaseLog } from './start-error.ts';

type Place = { clusterDir: string; socketDir: string | undefined };

/**
 * Makes way for a new postmaster: stops one that outlived its Node process and removes a postmaster.pid that
 * PostgreSQL itself would trip over (corrupt, or its number now belongs to another program). Identifies
 * processes by the data folder in their command line; signals no other process, and never sends SIGKILL.
 */
export async function clearLeftovers(place: Place, log: DatabaseLog): Promise<void> {
  const postmasters = postmastersOf(place.clusterDir);
  for (const pid of postmasters) {
    log.warn(
      `A database server from an earlier run (process ${pid}) still uses ${place.clusterDir}: stopping it.`,
    );
  }
  signalAll(postmasters, 'SIGINT');
  if (!(await untilGone(place.clusterDir, 10_000))) {
    signalAll(postmastersOf(place.clusterDir), 'SIGQUIT');
    if (!(await untilGone(place.clusterDir, 10_000))) {
      throw new DatabaseStartError(
        `A database server from an earlier run still uses ${place.clusterDir} and does not stop. ` +
          `Stop process ${remaining(place.clusterDir).join(', ')} and start again.`,
      );
    }
  }
  removeUselessPidFile(join(place.clusterDir, 'postmaster.pid'), log);
  if (place.socketDir) {
    // No process of this cluster is running any more, so a socket in its private folder is dead.
    rmSync(join(place.socketDir, `.s.PGSQL.${SOCKET_PORT}`), { force: true });
    rmSync(join(place.socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true });
  }
}

/** A file that names a dead process stays: PostgreSQL uses it to look for shared memory still in use. */
function removeUselessPidFile(file: string, log: DatabaseLog) {
  let firstLine: string;
  try {
    firstLine = readFileSync(file, 'utf8').split('\n')[0]?.trim() ?? '';
  } catch {
    return;
  }
  const pid = /^[1-9]\d{0,9}$/.test(firstLine) ? Number(firstLine) : undefined;
  if (pid !== undefined && !isAlive(pid)) return;
  log.warn(
    pid === undefined
      ? `${file} is damaged: removing it.`
      : `${file} names process ${pid}, which is not this database: removing the file.`,
  );
  rmSync(file, { force: true });
}

function postmastersOf(clusterDir: string): number[] {
  return runningProcesses()
    .filter(({ command }) => isPostmaster(command, clusterDir))
    .map(({ pid }) => pid);
}

function isPostmaster(command: string, clusterDir: string) {
  return /(^|\/)postgres /.test(command) && `${command} `.includes(` -D ${clusterDir} `);
}

/** Postmasters and their children; a child's title is "postgres: <cluster name>: <what it does>". */
function remaining(clusterDir: string): number[] {
  const title = `postgres: ${clusterName(clusterDir)}: `;
  return runningProcesses()
    .filter(({ command }) => command.startsWith(title) || isPostmaster(command, clusterDir))
    .map(({ pid }) => pid);
}

async function untilGone(clusterDir: string, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (remaining(clusterDir).length > 0) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
