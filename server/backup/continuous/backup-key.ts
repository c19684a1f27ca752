import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnusableBackup } from '#server/backup/container.ts';
import { folderOwner } from '#server/embedded/folders.ts';
import { secretOf } from '#server/embedded/secret.ts';
import { keyOf } from './sealed-file.ts';

/** The name of the key's file in the folder `secrets`. */
const BACKUP_KEY = 'backup';

/** The key of the continuous backup, from `secrets/backup.key` of the data folder, created on first use. */
export const backupKey = (dataDir: string): Buffer =>
  keyOf(secretOf(dataDir, BACKUP_KEY, folderOwner(dataDir)));

/** The key in a copy of that file. Throws UnusableBackup for any other file. */
export function keyIn(file: string): Buffer {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (!/^[\w-]{43}$/.test(text)) throw new UnusableBackup(`${file} isn’t a continuous-backup key.`);
  return keyOf(text);
}

/**
 * The key of an installation that is restored: a key is not created, since nothing was encrypted with a new
 * one. Throws UnusableBackup if there is none.
 */
export const existingBackupKey = (dataDir: string): Buffer =>
  keyIn(join(dataDir, 'secrets', `${BACKUP_KEY}.key`));
