import { statfsSync } from 'node:fs';

/** Bytes: PostgreSQL takes room for its log in pieces of this size, and ends where it finds none. */
const LEAST = 16 * 1024 * 1024;

/** Whether the disk of a folder has no room for an embedded database to go on. */
export function isDiskFull(
  folder: string,
  read: (folder: string) => { bavail: number; bsize: number } = statfsSync,
): boolean {
  try {
    const { bavail, bsize } = read(folder);
    return bavail * bsize < LEAST;
  } catch {
    return false;
  }
}
