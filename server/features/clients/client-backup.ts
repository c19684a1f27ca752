import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { BackupReader, UnusableBackup } from '#server/backup/container.ts';
import { addReadme, copyAccounts, copyClient, describe } from '#server/backup/copy-tables.ts';
import { backupFolder, stampOf } from '#server/backup/folder.ts';
import { asking, settleValues } from '#server/backup/tables.ts';
import { DRAFT, writeDraft } from '#server/backup/write-backup.ts';
import { syncFolder } from '#server/embedded/folders.ts';
import { HttpError } from '#server/errors.ts';

/** Drafts of removals; those of whole backups have another name, since a schema's name has no hyphen. */
const OF_REMOVAL = /^\w+-\d{4}-.*\.part$/;

/** The file's name, by which audit log and operator know a backup made now. */
export function backupName(schemaName: string): string {
  return `${schemaName}-${stampOf(new Date())}.zip`;
}

/**
 * Writes a client with its accounts and keys to `backups/<name>.part` below the data folder: beside a living client the file
 * is no backup yet. Runs in a transaction that lets nobody write meanwhile. Throws 500 in words for a disk that is full or
 * cannot be written.
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
 * Gives backups of clients that are gone their final names, and removes all other drafts, which removals without
 * success have left.
 */
export async function settleBackups(dataDir: string, livingClients: ReadonlySet<string>): Promise<void> {
  const folder = backupFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => OF_REMOVAL.test(each))) {
    const draft = join(folder, name);
    const client = await clientIn(draft);
    if (client === undefined || livingClients.has(client)) await rm(draft, { recursive: true, force: true });
    else await rename(draft, draft.slice(0, -DRAFT.length));
    syncFolder(folder);
  }
}

/** The client whose backup a draft holds; undefined for an incomplete draft. */
async function clientIn(draft: string): Promise<string | undefined> {
  const backup = await BackupReader.open(draft).catch(() => undefined);
  backup?.close();
  return backup?.manifest.clients[0]?.id;
}
