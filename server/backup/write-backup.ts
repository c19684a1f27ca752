import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { BackupReader, BackupWriter, UnusableBackup } from '#server/backup/container.ts';
import { addReadme, copyAccounts, copyClient, describe } from '#server/backup/copy-tables.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import { assertNoHoles } from '#server/backup/release-of.ts';
import { asking, settleValues } from '#server/backup/tables.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { presentOf, reachPlace } from '#server/db/replica/log-position.ts';
import { inTransaction, onOwnConnection } from '#server/db/pool/own-connection.ts';
import { UNFINISHED, isRestoring, lockForBackup } from '#server/db/structure/releases.ts';
import { giveTo } from '#server/embedded/account.ts';
import { folderOwner, syncFolder } from '#server/embedded/folders.ts';

/** The suffix of a backup's name until it is complete. */
export const DRAFT = '.part';

/** Reports progress in one line. */
export type Say = (line: string) => void;
/**
 * `warn` is called with the reason when the replica did not provide the rows. `seen` is called with the
 * snapshot's name while other connections can still use it. `replica`: the server to read rows from, if it
 * has caught up with the primary.
 */
type Watch = {
  say?: Say;
  warn?: Say;
  seen?: (snapshot: string) => Promise<void>;
  replica?: ConnectionSettings | undefined;
};

/** Milliseconds that a backup waits for the replica to catch up with the primary. */
const REPLICA_PATIENCE = 30_000;

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Figures of a backup, for the terminal. */
export type Summary = { clients: number; rows: number; bytes: number };

/**
 * Writes everything in an installation, as of one moment, to `file` while users keep working, reads the file
 * back, and gives it its final name last. Meanwhile an upgrade and the removal of a client wait or are
 * refused. If the disk is full, throws UnusableBackup and leaves nothing behind.
 */
export async function backUp(
  owner: ConnectionSettings,
  file: string,
  { say = () => {}, warn = () => {}, seen = async () => {}, replica }: Watch = {},
): Promise<Summary> {
  const settings = { application_name: 'lms backup', ...owner };
  return await onOwnConnection(settings, async (holder) => {
    await settleValues(holder);
    await lockForBackup(holder);
    const { rows: found } = await holder.query<{ is_there: boolean }>(
      `SELECT to_regclass('core.clients') IS NOT NULL AS is_there`,
    );
    if (!found[0]?.is_there)
      throw new UnusableBackup('There is nothing to back up: no LMS has started here yet.');
    if (await isRestoring(holder)) throw new UnusableBackup(UNFINISHED);
    const from = async (server: ConnectionSettings, reader: pg.Client) =>
      await writeSnapshot(server, reader, file + DRAFT, { say, seen });
    const manifest =
      (replica && (await ofReplica(holder, replica, { warn, from }))) ?? (await from(settings, holder));
    await rename(file + DRAFT, file);
    await syncFolder(dirname(file));
    const rowsOf = manifest.files.map((each) => each.rows);
    return {
      clients: manifest.clients.length,
      rows: rowsOf.reduce((sum, each) => sum + each, 0),
      bytes: (await stat(file)).size,
    };
  });
}

type OfReplica = { warn: Say; from: (server: ConnectionSettings, reader: pg.Client) => Promise<Manifest> };

/**
 * The backup read from a replica once it has caught up with the primary; undefined if the replica cannot.
 * Throws UnusableBackup.
 */
async function ofReplica(
  primary: pg.Client,
  replica: ConnectionSettings,
  { warn, from }: OfReplica,
): Promise<Manifest | undefined> {
  const settings = { application_name: 'lms backup', ...replica };
  try {
    return await onOwnConnection(settings, async (reader) => {
      await settleValues(reader);
      await reachPlace(asking(reader), await presentOf(asking(primary)), REPLICA_PATIENCE);
      return await from(settings, reader);
    });
  } catch (error) {
    if (error instanceof UnusableBackup) throw error;
    warn(`The primary is copied, since the replica of DATABASE_READ_URL gives no backup. ${String(error)}`);
    return undefined;
  }
}

/** Writes the server's content as of the moment that `reader` holds. */
async function writeSnapshot(
  server: ConnectionSettings,
  reader: pg.Client,
  draft: string,
  { say, seen }: Required<Pick<Watch, 'say' | 'seen'>>,
): Promise<Manifest> {
  await reader.query(SNAPSHOT);
  const { rows } = await reader.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
  const snapshot = rows[0]?.id ?? '';
  await seen(snapshot);
  return await onOwnConnection(server, async (copier) => {
    await settleValues(copier);
    return await writeDraft(draft, async (writer) => await copyAll(writer, copier, snapshot, say));
  });
}

/** One transaction per client, so that the locks of thousands of tables are never held at the same time. */
async function copyAll(
  writer: BackupWriter,
  copier: pg.Client,
  snapshot: string,
  say: Say,
): Promise<Manifest> {
  const seeing = async <T>(work: () => Promise<T>): Promise<T> =>
    await inTransaction(copier, async () => {
      await copier.query(
        `SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT '${snapshot}'`,
      );
      return await work();
    });
  const described = await seeing(async () => await describe(asking(copier), 'installation'));
  addReadme(writer, 'installation');
  const files = await seeing(async () => await copyAccounts(writer, copier));
  for (const [index, client] of described.clients.entries()) {
    files.push(...(await seeing(async () => await copyClient(writer, copier, client))));
    say(`${index + 1} of ${described.clients.length} clients: ${client.schema}`);
  }
  return { ...described, files };
}

/**
 * Writes a backup to `draft`, flushes it to disk, and reads it back. If the disk is full or not writable,
 * throws UnusableBackup with a readable message and leaves no draft.
 */
export async function writeDraft(
  draft: string,
  fill: (writer: BackupWriter) => Promise<Manifest>,
): Promise<Manifest> {
  try {
    const folder = dirname(draft);
    if (await mkdir(folder, { recursive: true, mode: 0o700 })) giveTo(folderOwner(dirname(folder)), folder);
    const writer = new BackupWriter();
    const writing = pipeline(writer.stream, createWriteStream(draft, { mode: 0o600, flush: true }));
    const filling = fill(writer).then(
      (manifest) => {
        writer.end(manifest);
        return manifest;
      },
      (error: Error) => {
        writer.stream.destroy(error);
        throw error;
      },
    );
    // If either side fails, so does the other; the writing side has the real reason.
    const [written] = await Promise.allSettled([writing, filling]);
    if (written.status === 'rejected') throw written.reason;
    const manifest = await filling;
    giveTo(folderOwner(folder), draft);
    await syncFolder(folder);
    await checkDraft(draft);
    return manifest;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw inWords(error, draft);
  }
}

async function checkDraft(draft: string): Promise<void> {
  const backup = await BackupReader.open(draft);
  await backup.check().finally(() => backup.close());
  assertNoHoles(backup.manifest);
}

/**
 * Turns a failure that the operator can fix (a file-system error) into a readable message; returns any other
 * error unchanged.
 */
function inWords(error: unknown, draft: string): unknown {
  const { code = '', path, syscall = '' } = error as NodeJS.ErrnoException;
  const isFile = path !== undefined || /^(?:write|open|mkdir|fsync)$/.test(syscall);
  if (!isFile || /^(?:ECONN|EPIPE)/.test(code)) return error;
  const why =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'the disk is full'
      : `the ${basename(dirname(draft))} folder cannot be written (${code})`;
  return new UnusableBackup(`The backup could not be made because ${why}.`, { cause: error });
}
