import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startMark } from './processes.ts';
import { DatabaseStartError } from './start-error.ts';

/**
 * Takes the data folder for this process; returns what gives it back. Throws DatabaseStartError when another
 * living process holds it. A lock whose process is gone (or whose number belongs to a newer process) is taken over.
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

/** `link` fails when the name is taken, and the lock is never seen half written. */
function createFrom(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Undefined for no file, an unreadable one, or one whose process has ended. */
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

/** Two starters may see the same stale lock; whoever then moves the other's fresh one puts it back. */
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
