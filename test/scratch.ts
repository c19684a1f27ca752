import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes: four databases and three browsers need a third of them. */
const ENOUGH = 2 * 1024 ** 3;

/** Whether the machine has a folder in memory with room for databases and browsers; a container's is often too small. */
export function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH;
  } catch {
    return false;
  }
}

/** Folders of databases lie in memory where they can: a client's schema is hundreds of files, which cost a disk's time. */
export const SCRATCH = hasMemoryFolder() ? MEMORY : tmpdir();

/** A new folder for a database, whose name begins as given. */
export const scratchFolder = (beginning: string): string => mkdtempSync(join(SCRATCH, beginning));
