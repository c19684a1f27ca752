import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startMark } from './processes.ts';
import { DatabaseStartError } from './start-error.ts';

/**
 * Locks the data folder for this process; returns the function that unlocks it. Throws DatabaseStartError
 * when another living process holds the lock. Takes over a lock whose process has ended (or whose number
 * belongs to a newer process).
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = join(dataDir, 'server.lock');
  const mine = JSON.stringify({
    pid: process.pid,
    started: startMark(process.pid),
    id: randomBytes(8).toString('hex'),
  });
  const draft = `${lock}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, mine, { mode: 0o644, flag: 'wx' });
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (createFrom(draft, lock)) return () => removeIfMine(lock, mine);
      const holder = livingHolder(readIfThere(lock));
      if (holder) throw inUse(dataDir, holder);
      moveStaleAside(lock);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw inUse(dataDir, undefined);
}

/** `link` fails when the name is taken, and nobody ever sees a half-written lock. */
function createFrom(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * The process that holds a lock; undefined when the file is missing or unreadable, or its process has ended.
 */
function livingHolder(content: string | undefined): number | undefined {
  try {
    const { pid, started } = JSON.parse(content ?? '') as { pid: number; started?: string };
    if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
    const now = startMark(pid);
    return started && now && started !== now ? undefined : pid;
  } catch {
    return undefined;
  }
}

/**
 * Moves a stale lock aside. Two processes may see the same stale lock: the slower one may then move the
 * faster one's fresh lock, and puts it back.
 */
function moveStaleAside(lock: string) {
  const aside = `${lock}.${randomBytes(8).toString('hex')}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  if (livingHolder(readIfThere(aside))) createFrom(aside, lock);
  rmSync(aside, { force: true });
}

function removeIfMine(lock: string, mine: string) {
  if (readIfThere(lock) === mine) rmSync(lock, { force: true });
}

function inUse(dataDir: string, pid: number | undefined) {
  const who = pid ? `another running server (process ${pid})` : 'another server that is starting';
  return new DatabaseStartError(
    `The data folder ${dataDir} is in use by ${who}. Stop that one first, or choose another data folder.`,
  );
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
