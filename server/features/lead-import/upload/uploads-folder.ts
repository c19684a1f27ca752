import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { giveTo } from '#server/embedded/account.ts';
import { folderOwner, openDataFolder } from '#server/embedded/folders.ts';
import { isAlive, startMark } from '#server/embedded/processes.ts';

/** The folder for the uploads of one process; a folder that `open` creates is deleted with its request. */
export type Uploads = { folder: string; open: () => Promise<string>; close: () => Promise<void> };

/**
 * Milliseconds. An upload lives a minute or two; another machine's folder unused for this long is a leftover.
 */
const UNUSED_MS = 60 * 60_000;
/** Machine, process number, start of the process, and a random number. */
const NAME = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-[0-9a-f]{8}$/;

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
const MACHINE = digest(hostname());
const startOf = (pid: number) => digest(startMark(pid) ?? '');

/**
 * Opens `uploads` in the data folder for this process, and deletes the remains of processes that have ended:
 * several processes, even on several machines, may share a data folder. Touches nothing else.
 */
export function openUploads(dataDir: string): Uploads {
  const data = openDataFolder(dataDir);
  const owner = folderOwner(data);
  const all = join(data, 'uploads');
  if (mkdirSync(all, { recursive: true, mode: 0o700 })) giveTo(owner, all);
  sweep(all);
  const id = randomBytes(4).toString('hex');
  const folder = join(all, `${MACHINE}-${process.pid}-${startOf(process.pid)}-${id}`);
  mkdirSync(folder, { mode: 0o700 });
  giveTo(owner, folder);
  const open = async () => {
    const own = join(folder, randomUUID());
    await mkdir(own, { recursive: true, mode: 0o700 });
    return own;
  };
  return { folder, open, close: async () => await rm(folder, { recursive: true, force: true }) };
}

function sweep(all: string): void {
  for (const name of readdirSync(all)) {
    const folder = join(all, name);
    if (isLeftOver(name, folder)) rmSync(folder, { recursive: true, force: true });
  }
}

function isLeftOver(name: string, folder: string): boolean {
  const [, machine, pid, start] = NAME.exec(name) ?? [];
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (machine === undefined || !found?.isDirectory()) return false;
  if (machine !== MACHINE) return Date.now() - found.mtimeMs > UNUSED_MS;
  return !isAlive(Number(pid)) || startOf(Number(pid)) !== start;
}
