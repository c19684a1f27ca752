import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { giveTo, type Account } from './account.ts';
import { SOCKET_PORT } from './settings.ts';
import { DatabaseStartError } from './start-error.ts';

/** The kernel limits a socket's path to 108 bytes including the final 0 (104 on macOS). */
const SOCKET_PATH_LIMIT = process.platform === 'darwin' ? 103 : 107;

/** The data folder's real path, created when missing. Throws DatabaseStartError when it cannot be used. */
export function openDataFolder(dataDir: string): string {
  try {
    // When run as root, the database's account must be able to traverse the folder; the files inside are
    // protected by their own permissions.
    mkdirSync(resolve(dataDir), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    const real = realpathSync(resolve(dataDir));
    closeSync(openSync(real, 'r'));
    return real;
  } catch (error) {
    throw notUsable(resolve(dataDir), error);
  }
}

export function notUsable(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(String(code))) return error;
  return new DatabaseStartError(
    `${path} cannot be used (${code}). It may belong to another user, who started here first: ` +
      'start as that user, give the data folder to this one (chown -R), or choose another data folder.',
  );
}

/**
 * The user who should own files created by root, so that the data folder's owner can continue without root.
 */
export function folderOwner(dataDir: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(dataDir);
  return { uid, gid };
}

/** The database server's log, private to the data folder's owner. */
export function openLog(dataDir: string): string {
  const owner = folderOwner(dataDir);
  const folder = join(dataDir, 'logs');
  if (mkdirSync(folder, { recursive: true, mode: 0o700 })) giveTo(owner, folder);
  const file = join(folder, 'postgres.log');
  closeSync(openSync(file, 'a', 0o600));
  giveTo(owner, file);
  return file;
}

/**
 * A folder for the socket that only the database's account can enter: in the data folder or, when that path
 * is too long for a socket, in the system's temporary folder.
 */
export function openSocketFolder(dataDir: string, account: Account | undefined): string {
  const inside = join(dataDir, 'socket');
  const folder = fits(inside) ? inside : temporaryFolder(dataDir, account);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

function fits(folder: string) {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_LIMIT;
}

/** The same folder at each start; a folder of that name created by another user is never used. */
function temporaryFolder(dataDir: string, account: Account | undefined): string {
  const uid = account?.uid ?? process.getuid?.();
  const base = fits(join(tmpdir(), 'lms-0123456789abcdef')) ? tmpdir() : '/tmp';
  const folder = join(
    base,
    `lms-${createHash('sha256').update(`${uid} ${dataDir}`).digest('hex').slice(0, 16)}`,
  );
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const mine = !found || (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0);
  return mine ? folder : mkdtempSync(join(base, 'lms-'));
}

/** Syncs a folder so that its entries survive a power cut. Windows cannot sync a folder. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
