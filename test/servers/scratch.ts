import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes; four databases and three browsers need a third of this. */
const ENOUGH = 2 * 1024 ** 3;

/**
 * Whether the machine has an in-memory folder with room for databases and browsers; a container's is often
 * too small.
 */
export function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}

/**
 * Database folders are in memory where possible, because a client's schema is hundreds of files, which are
 * slow on a disk.
 */
export const SCRATCH = hasMemoryFolder() ? MEMORY : tmpdir();

/** A new folder for a database, whose name starts with the given prefix. */
export const scratchFolder = (beginning: string): string => mkdtempSync(join(SCRATCH, beginning));
