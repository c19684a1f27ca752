import type pg from 'pg';
import { BackupReader, UnusableBackup } from '#server/backup/container.ts';
import { ArchiveFolder } from '#server/backup/continuous/archive-folder.ts';
import { existingBackupKey } from '#server/backup/continuous/backup-key.ts';
import { inDraft } from '#server/backup/continuous/restore-moment.ts';
import { newestBackup } from '#server/backup/nightly.ts';
import { restoreRows } from '#server/backup/restore-all.ts';
import type { Say } from '#server/backup/write-backup.ts';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { openDraft } from '#server/embedded/draft-folder.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import type { EmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { folderOwner, openDataFolder } from '#server/embedded/folders.ts';
import { secretOf } from '#server/embedded/secret.ts';
import { checkMigrations } from '#server/commands/doctor/check-database.ts';
import { checkIndexes } from '#server/commands/doctor/check-indexes.ts';
import { checkWalls } from '#server/commands/doctor/check-walls.ts';
import { differencesOf, isCompared, readFigures } from './figures.ts';
import type { Figures } from './figures.ts';

const quiet = { info() {}, warn() {}, error() {} };

/**
 * What a rehearsal has found. `at`: the moment of the backup; `seconds`: how long restoring it and upgrading it
 * took; `problems`: what is wrong afterwards, in sentences.
 */
export type Rehearsal = {
  source: string;
  at: Date;
  clients: number;
  rows: number;
  seconds: { restore: number; upgrade: number };
  problems: string[];
};

type Rehearsed = { owner: EmbeddedDatabase['owner']; secret: string; say: Say };

/**
 * Restores the newest backup, or the given file, into a database beside the running one, applies this
 * release's migrations, checks it as the doctor does, compares every client's rows with the backup, and
 * throws everything away. Throws UnusableBackup for a backup that cannot be restored.
 */
export async function rehearse(config: Config, file: string | undefined, say: Say): Promise<Rehearsal> {
  const dataDir = openDataFolder(config.dataDir);
  if (file === undefined && config.backupTo) return await ofContinuous(dataDir, config.backupTo, say);
  const chosen = file ?? newestBackup(dataDir)?.file;
  if (!chosen)
    throw new UnusableBackup('There is no backup to rehearse with. Make one first: npm run backup.');
  return await ofFile(dataDir, chosen, say);
}

async function ofContinuous(dataDir: string, backupTo: string, say: Say): Promise<Rehearsal> {
  const since = performance.now();
  const wish = { folder: new ArchiveFolder(backupTo), key: existingBackupKey(dataDir), to: undefined, say };
  return await inDraft(dataDir, wish, async (draft, { at }) => {
    const restore = secondsSince(since);
    const secret = secretOf(draft, 'installation', folderOwner(draft));
    return await onDatabaseOf(draft, async (owner) => {
      say('Counting the rows');
      const before = await asOwner(owner, readFigures);
      const begun = performance.now();
      const after = await upgrade({ owner, secret, say });
      const seconds = { restore, upgrade: secondsSince(begun) };
      return { ...reportOf(before, after), source: backupTo, at: new Date(at), seconds };
    });
  });
}

async function ofFile(dataDir: string, file: string, say: Say): Promise<Rehearsal> {
  const since = performance.now();
  const { draft, remove } = openDraft(dataDir);
  const backup = await BackupReader.open(file);
  try {
    await backup.check();
    const { files, at } = backup.manifest;
    const before: Figures = new Map(
      files
        .filter(({ schema, table }) => isCompared(schema, table))
        .map(({ schema, table, rows }) => [`${schema}.${table}`, { rows }]),
    );
    const secret = secretOf(draft, 'installation', folderOwner(draft));
    return await onDatabaseOf(draft, async (owner) => {
      await restoreRows(owner, secret, backup, say);
      const restore = secondsSince(since);
      const begun = performance.now();
      const after = await upgrade({ owner, secret, say });
      const seconds = { restore, upgrade: secondsSince(begun) };
      return { ...reportOf(before, after), source: file, at: new Date(at), seconds };
    });
  } finally {
    backup.close();
    remove();
  }
}

/** Applies this release's migrations and checks the result; a migration that fails is a problem. */
async function upgrade({ owner, secret, say }: Rehearsed): Promise<{ figures: Figures; problems: string[] }> {
  say('Upgrading to this release');
  const failure = await openDatabase(owner, secret).then(
    async (database) => await database.close().then(() => undefined),
    (error: Error) => `The upgrade fails: ${error.message}`,
  );
  return await asOwner(owner, async (client) => {
    const findings = failure
      ? []
      : [...(await checkMigrations(client)), ...(await checkWalls(client)), ...(await checkIndexes(client))];
    const wrong = findings.filter(({ level }) => level === 'wrong').map(({ says }) => says);
    return { figures: await readFigures(client), problems: failure ? [failure] : wrong };
  });
}

function reportOf(
  before: Figures,
  { figures, problems }: { figures: Figures; problems: string[] },
): Pick<Rehearsal, 'clients' | 'rows' | 'problems'> {
  return {
    clients: new Set([...before.keys()].map((table) => table.split('.', 1)[0])).size - 1,
    rows: [...before.values()].reduce((sum, { rows }) => sum + rows, 0),
    problems: [...problems, ...differencesOf(before, figures)],
  };
}

async function onDatabaseOf<T>(
  dataDir: string,
  work: (owner: EmbeddedDatabase['owner']) => Promise<T>,
): Promise<T> {
  const database = await startEmbeddedDatabase({ dataDir, log: quiet });
  try {
    return await work(database.owner);
  } finally {
    await database.stop();
  }
}

const asOwner = async <T>(
  owner: EmbeddedDatabase['owner'],
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => await onOwnConnection({ application_name: 'lms rehearsal', ...owner }, work);

const secondsSince = (since: number) => (performance.now() - since) / 1000;
