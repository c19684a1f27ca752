import { join } from 'node:path';

/** Folders for backups of the installation and of removed clients. */
export const backupFolder = (dataDir: string) => join(dataDir, 'backups');

/** A UTC timestamp for a file name; the names sort in order of time. */
export const stampOf = (at: Date) => at.toISOString().replaceAll(/[:.]/g, '-');
