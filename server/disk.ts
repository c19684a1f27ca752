import { statfsSync } from 'node:fs';

/** Bytes: PostgreSQL allocates its log in pieces of this size, and exits if there is no room for one. */
const LEAST = 16 * 1024 * 1024;

/** Whether the folder's disk is too full for an embedded database to keep running. */
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
