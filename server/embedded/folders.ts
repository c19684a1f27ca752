import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  fsyncSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { giveTo, type Account } from './account.ts';
import { SOCKET_PORT } from './settings.ts';
import { DatabaseStartError } from './start-error.ts';

/** The kernel cuts a socket's path at 108 bytes, the last of which is 0 (104 on macOS). */
const SOCKET_PATH_LIMIT = process.platform === 'darwin' ? 103 : 107;

/** The data folder under its real name, made when missing. Throws DatabaseStartError when it cannot be used. */
export function openDataFolder(dataDir: string): string {
  try {
    // As root the database's account must pass through; what is inside is private by its own permissions.
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

/** Whom files made by root should belong to, so that the owner of the data folder can go on without root. */
export function folderOwner(dataDir: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(dataDir);
  return { uid, gid };
}

/** The log of the database server, private to the owner of the data folder. */
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
 * A folder that only the database's account may enter, for the socket: in the data folder, or, where that path is
 * too long for a socket, below the system's temporary folder.
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

/** The same name at each start; a folder of that name that somebody else made is never used. */
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

/** What was made or moved in this folder survives a power cut. Windows has no way to sync a folder. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
