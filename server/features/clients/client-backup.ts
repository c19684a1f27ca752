import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { BackupReader, UnusableBackup } from '#server/backup/container.ts';
import { addReadme, copyAccounts, copyClient, describe } from '#server/backup/copy-tables.ts';
import { backupFolder, stampOf } from '#server/backup/folder.ts';
import { asking, settleValues } from '#server/backup/tables.ts';
import { DRAFT, writeDraft } from '#server/backup/write-backup.ts';
import { syncFolder } from '#server/embedded/folders.ts';
import { HttpError } from '#server/errors.ts';

/** Drafts of backups made by removals; full backups have a hyphen in their name, which no schema name has. */
const OF_REMOVAL = /^\w+-\d{4}-.*\.part$/;

/** The file name of a backup made now, as used in the audit log and shown to the operator. */
export function backupName(schemaName: string): string {
  return `${schemaName}-${stampOf(new Date())}.zip`;
}

/**
 * Writes a client with its accounts and keys to `backups/<name>.part` in the data folder; the file becomes a
 * backup only when the client is gone. Runs in a transaction that blocks all writes. Throws 500 with a
 * readable message for a disk that is full or not writable.
 */
export async function writeBackup(
  owner: pg.Client,
  { id }: { id: string },
  dataDir: string,
  name: string,
): Promise<void> {
  await settleValues(owner);
  const described = await describe(asking(owner), 'client', { id });
  await writeDraft(join(backupFolder(dataDir), name + DRAFT), async (writer) => {
    addReadme(writer, 'client');
    const files = [];
    for (const client of described.clients) {
      files.push(...(await copyAccounts(writer, owner, client)));
      files.push(...(await copyClient(writer, owner, client)));
    }
    return { ...described, files };
  }).catch((error: unknown) => {
    if (!(error instanceof UnusableBackup)) throw error;
    throw new HttpError(500, 'backup_failed', `${error.message} The client has not been removed.`, {
      cause: error,
    });
  });
}

/**
 * Gives backups of removed clients their final names, and deletes all other drafts, which failed removals
 * have left. Settles what it can, and then throws if a draft could not be read or renamed: it may be all that
 * remains of a client.
 */
export async function settleBackups(dataDir: string, livingClients: ReadonlySet<string>): Promise<void> {
  const folder = backupFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const failures: unknown[] = [];
  for (const name of names.filter((each) => OF_REMOVAL.test(each)))
    await settle(join(folder, name), livingClients).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function settle(draft: string, livingClients: ReadonlySet<string>): Promise<void> {
  const client = await clientIn(draft);
  if (client === undefined || livingClients.has(client)) await rm(draft, { recursive: true, force: true });
  else await rename(draft, draft.slice(0, -DRAFT.length));
  await syncFolder(dirname(draft));
}

/** The client in a draft backup; undefined for an incomplete draft. Throws if the disk does not give the file. */
async function clientIn(draft: string): Promise<string | undefined> {
  const backup = await BackupReader.open(draft).catch((error: Error) => {
    const { syscall, code } = (error.cause ?? error) as NodeJS.ErrnoException;
    if (syscall !== undefined && code !== 'EISDIR') throw error;
    return undefined;
  });
  backup?.close();
  return backup?.manifest.clients[0]?.id;
}
