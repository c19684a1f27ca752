import { join } from 'node:path';

/** Backups of the installation and of removed clients. */
export const backupFolder = (dataDir: string) => join(dataDir, 'backups');

/** A moment in UTC as part of a file's name: the order of the names is the order in time. */
export const stampOf = (at: Date) => at.toISOString().replaceAll(/[:.]/g, '-');
