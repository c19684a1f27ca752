import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { backupFolder, stampOf } from '#server/backup/folder.ts';
import { DRAFT } from '#server/backup/write-backup.ts';

/** The hour by the machine's clock after which a night's backup is due. */
const HOUR = 2;
/** Milliseconds between two looks at the clock; the first look leaves a server that has just started alone. */
const LOOK = 10 * 60_000;
const DAYS = 7;
const WEEKS = 4;
const DAY = 24 * 60 * 60_000;
/** Milliseconds by which the name of a backup may be ahead of the clock, which somebody has set right meanwhile. */
const AHEAD = 60 * 60_000;
const PROGRAM = fileURLToPath(new URL('../backup.ts', import.meta.url));
const WHOLE = /^lms-(?:all|nightly)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.zip$/;
const NIGHTLY = /^lms-nightly-.*\.zip$/;

type Log = { info: (text: string) => void; error: (text: string) => void };
/** `env` are the settings of the server, by which the backup finds the database. */
type Nights = { dataDir: string; log: Log; env?: NodeJS.ProcessEnv };

/**
 * The moment and the file of the newest backup of everything in the data folder; undefined where there is none. A file from the
 * future counts for nothing: the clock was wrong when it was made, or nobody knows when that was.
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

/** Names of backups of everything that are dated later than now. */
export const backupsAhead = (dataDir: string, now: number): string[] =>
  namesIn(dataDir).filter((name) => WHOLE.test(name) && isAhead(timeOf(name), now));

const isAhead = (time: number, now: number) => time > now + AHEAD;

/** Whether no backup has been made since the last night. @internal */
export function isDue(now: Date, newest: Date | undefined): boolean {
  const night = new Date(now);
  night.setHours(HOUR, 0, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return newest === undefined || newest < night || isAhead(newest.getTime(), now.getTime());
}

/**
 * Nightly backups that are to go: all but the newest of each of the seven latest days, and of each of the four latest weeks, that
 * have one. Days and weeks are UTC's, weeks begin on Monday. Files from the future stay, and take no place of another.
 * @internal
 */
export function outdated(names: readonly string[], now = Date.now()): string[] {
  const newestFirst = names
    .filter((name) => NIGHTLY.test(name) && !isAhead(timeOf(name), now))
    .toSorted()
    .toReversed();
  const kept = (most: number, part: (time: number) => number) =>
    [...Map.groupBy(newestFirst, (name) => part(timeOf(name))).values()]
      .slice(0, most)
      .map(([newest]) => newest);
  // The first of January 1970 was a Thursday.
  const week = (time: number) => Math.floor((time / DAY + 3) / 7);
  const keep = new Set([...kept(DAYS, (time) => Math.floor(time / DAY)), ...kept(WEEKS, week)]);
  return newestFirst.filter((name) => !keep.has(name));
}

/**
 * Makes a backup every night, in a process of its own that yields to everybody else, and removes those that are outdated. Calling
 * the returned function ends that, and a backup under way. Never keeps the process alive.
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

/** One night's work. A failure is logged, and the next look tries again. @internal */
export async function oneNight(
  { dataDir, log, env = process.env }: Nights,
  started: (child: ChildProcess) => void = () => {},
): Promise<void> {
  removeDrafts(dataDir);
  const file = join(backupFolder(dataDir), `lms-nightly-${stampOf(new Date())}.zip`);
  const child = spawn(process.execPath, [PROGRAM, file], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  started(child);
  const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (code !== 0) {
    log.error(`The nightly backup failed: ${said.trim() || String(signal)}`);
    return;
  }
  for (const name of outdated(namesIn(dataDir))) rmSync(join(backupFolder(dataDir), name), { force: true });
  log.info(`The nightly backup is ${file}.`);
}

/** Drafts of backups that were killed; nobody has written to them for an hour. */
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

/** The moment in a file's name. */
function timeOf(name: string): number {
  const [, day, hour, minute, second, milli] = WHOLE.exec(name) ?? [];
  return Date.parse(`${day}T${hour}:${minute}:${second}.${milli}Z`);
}
