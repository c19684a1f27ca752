import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { backupFolder, stampOf } from '#server/backup/folder.ts';
import { isAhead, isDue, toKeep } from '#server/backup/schedule.ts';
import { DRAFT } from '#server/backup/write-backup.ts';
import type { Config } from '#server/config.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { NIGHT_LOCK } from '#server/db/structure/releases.ts';

/**
 * Milliseconds between two checks of the clock; the first check waits so as not to disturb a server that has
 * just started.
 */
const LOOK = 10 * 60_000;
const PROGRAM = fileURLToPath(new URL('../commands/backup.ts', import.meta.url));
const WHOLE = /^lms-(?:all|nightly)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.zip$/;
const NIGHTLY = /^lms-nightly-.*\.zip$/;

type Log = { info: (text: string) => void; error: (text: string) => void };
/** `env`: the server's environment, where the backup process finds its database. */
type Nights = { dataDir: string; log: Log; env?: NodeJS.ProcessEnv };

/**
 * The time and file of the newest full backup in the data folder; undefined if there is none. A file dated in
 * the future is ignored: the clock was wrong, so its real time is unknown.
 */
export function newestBackup(dataDir: string, now = Date.now()): { at: Date; file: string } | undefined {
  const name = namesIn(dataDir)
    .filter((each) => WHOLE.test(each) && !isAhead(timeOf(each), now))
    .toSorted((one, other) => timeOf(one) - timeOf(other))
    .at(-1);
  return name === undefined
    ? undefined
    : { at: new Date(timeOf(name)), file: join(backupFolder(dataDir), name) };
}

/** Whether this process, or another one with the same data folder, makes or has made backups every night. */
export const isBackedUp = ({ backup, dataDir }: Pick<Config, 'backup' | 'dataDir'>): boolean =>
  backup || namesIn(dataDir).some((name) => NIGHTLY.test(name));

/** Names of full backups dated in the future. */
export const backupsAhead = (dataDir: string, now: number): string[] =>
  namesIn(dataDir).filter((name) => WHOLE.test(name) && isAhead(timeOf(name), now));

/**
 * Nightly backups to delete: all but the newest of each of the latest seven days, and of each of the latest
 * four weeks, that have one. Days and weeks are in UTC; weeks begin on Monday. Files dated in the future stay
 * and take no other backup's place. @internal
 */
export function outdated(names: readonly string[], now = Date.now()): string[] {
  const newestFirst = names
    .filter((name) => NIGHTLY.test(name) && !isAhead(timeOf(name), now))
    .toSorted()
    .toReversed();
  const { daily, weekly } = toKeep(newestFirst, timeOf);
  const keep = new Set([...daily, ...weekly]);
  return newestFirst.filter((name) => !keep.has(name));
}

/**
 * Makes a backup every night, in a separate low-priority process, and removes outdated ones. The returned
 * function stops this and any running backup. Never keeps the process alive.
 */
export function backUpNightly(nights: Nights): () => Promise<void> {
  let running: Promise<void> | undefined;
  let child: ChildProcess | undefined;
  const look = () => {
    if (running || !isDue(new Date(), newestBackup(nights.dataDir)?.at)) return;
    running = oneNight(nights, (started) => (child = started)).finally(() => (running = undefined));
  };
  const timer = setInterval(look, LOOK).unref();
  return async () => {
    clearInterval(timer);
    child?.kill();
    await running;
  };
}

/** One night's work. Logs every failure; the next check tries again. @internal */
export async function oneNight(
  nights: Nights,
  started: (child: ChildProcess) => void = () => {},
): Promise<void> {
  try {
    await makeBackup(nights, started);
  } catch (error) {
    // For example, an update has just replaced the program or its folder.
    nights.log.error(`The nightly backup failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function makeBackup(
  { dataDir, log, env = process.env }: Nights,
  started: (child: ChildProcess) => void,
): Promise<void> {
  removeDrafts(dataDir);
  const file = join(backupFolder(dataDir), `lms-nightly-${stampOf(new Date())}.zip`);
  const child = spawn(process.execPath, [PROGRAM, '--nightly', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  started(child);
  const ended = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const [said, [code, signal]] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new Error(said.trim() || String(signal ?? code));
  // Another process of the installation makes it.
  if (!existsSync(file)) return;
  for (const name of outdated(namesIn(dataDir))) rmSync(join(backupFolder(dataDir), name), { force: true });
  log.info(`The nightly backup is ${file}.`);
}

/**
 * Makes tonight's backup, unless another process is making it or has done so in the meantime: several processes with
 * one data folder check the clock at the same moments.
 */
export async function unlessMade(
  owner: ConnectionSettings,
  dataDir: string,
  make: () => Promise<void>,
): Promise<void> {
  await onOwnConnection({ application_name: 'lms backup', ...owner }, async (holder) => {
    const { rows } = await holder.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [
      NIGHT_LOCK,
    ]);
    if (rows[0]?.got && isDue(new Date(), newestBackup(dataDir)?.at)) await make();
  });
}

/** Removes drafts of killed backups, which nobody has written to for an hour. */
function removeDrafts(dataDir: string): void {
  const drafts = namesIn(dataDir).filter(
    (name) => name.endsWith(DRAFT) && WHOLE.test(name.slice(0, -DRAFT.length)),
  );
  for (const name of drafts) {
    const path = join(backupFolder(dataDir), name);
    const last = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - last > 60 * 60_000) rmSync(path, { force: true });
  }
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(backupFolder(dataDir));
  } catch {
    return [];
  }
}

/** The time in a file's name. */
function timeOf(name: string): number {
  const [, day, hour, minute, second, milli] = WHOLE.exec(name) ?? [];
  return Date.parse(`${day}T${hour}:${minute}:${second}.${milli}Z`);
}
