import { open, readdir, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTarPacker } from 'modern-tar';
import type { TarPackController } from 'modern-tar';
import type pg from 'pg';
import { UnusableBackup } from '#server/backup/container.ts';
import type { Say } from '#server/backup/write-backup.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import { nowhere, seal, unseal } from './sealed-file.ts';
import { positionOf, readSegmentName } from './wal.ts';

/** The name under which every base copy is sealed. */
export const BASE = 'base';
/** Where a base copy holds the cluster and the keys of the data folder. */
export const CLUSTER = 'postgres';
export const SECRETS = 'secrets';
/** The file that tells PostgreSQL at which position of the log to begin. */
const LABEL = 'backup_label';

/** Folders whose content PostgreSQL makes anew at each start. */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*|recovery\.signal)$/;
/** Copied last, since it says where the copied files stand. */
const CONTROL = 'global/pg_control';
const CHUNK_BYTES = 256 * 1024;

/** Milliseconds that a copy waits for its log. */
const PATIENCE = 10 * 60_000;

type Copying = { say?: Say; brought?: () => Promise<unknown> };
/** The place to copy from: an embedded installation. */
export type Source = { owner: ConnectionSettings; dataDir: string };

/**
 * Copies the whole cluster and the installation's keys into one sealed file while everybody keeps working
 * (PostgreSQL's low-level backup), and reads it again. It gets its name, and can be restored, once the folder
 * has the log from its beginning to its end; `brought` waits for more of the log. Returns its path and size in
 * bytes. Throws UnusableBackup if the log does not arrive within ten minutes.
 */
export async function copyBase(
  { owner, dataDir }: Source,
  folder: ArchiveFolder,
  key: Buffer,
  { say = () => {}, brought = async () => await sleep(1000) }: Copying = {},
): Promise<{ path: string; bytes: number }> {
  return await onOwnConnection({ application_name: 'lms base copy', ...owner }, async (client) => {
    await client.query('SET statement_timeout = 0');
    const start = await fileAt(client, "pg_backup_start('lms', fast => true)");
    let [stop, end] = [start, 0];
    const { readable, controller } = createTarPacker();
    const draft = folder.draftPath();
    const fill = async () => {
      await addCluster(controller, join(dataDir, CLUSTER), say);
      await addFolder(controller, join(dataDir, SECRETS), SECRETS);
      const { rows } = await client.query<{ label: string; file: string; lsn: string }>(
        `SELECT labelfile AS label, pg_walfile_name(lsn) AS file, lsn::text
         FROM pg_backup_stop(wait_for_archive => false)`,
      );
      const { label = '', file = '', lsn = '' } = rows[0] ?? {};
      [stop, end] = [file, positionOf(lsn)];
      await addText(controller, `${CLUSTER}/${LABEL}`, label);
      controller.finalize();
    };
    const sealing = seal(Readable.fromWeb(readable), draft, key, BASE);
    const filling = fill().catch((error: unknown) => {
      controller.error(error);
      throw error;
    });
    const [bytes] = await Promise.all([sealing, filling]);
    say('Reading the copy again');
    await unseal(draft, key, nowhere(), BASE);
    await untilBrought(folder, { timeline: readSegmentName(stop)?.timeline ?? 0, position: end }, brought);
    // The name says from when on the copy can be restored.
    const path = folder.basePath(new Date(), start, stop);
    await rename(draft, path);
    return { path, bytes };
  });
}

/** Waits until the folder has the log up to a position. */
async function untilBrought(
  folder: ArchiveFolder,
  { timeline, position }: { timeline: number; position: number },
  brought: () => Promise<unknown>,
): Promise<void> {
  for (const end = Date.now() + PATIENCE; ;) {
    const latest = await folder.latest();
    if (latest?.timeline === timeline && latest.position >= position) return;
    if (Date.now() > end) throw new UnusableBackup('The log of the base copy has not arrived.');
    await brought();
  }
}

/** The name of the file of the log that holds the position that a function returns. */
async function fileAt(client: pg.Client, call: string): Promise<string> {
  const { rows } = await client.query<{ file: string }>(`SELECT pg_walfile_name(${call}) AS file`);
  return rows[0]?.file ?? '';
}

async function addCluster(controller: TarPackController, cluster: string, say: Say): Promise<void> {
  const files: string[] = [];
  await addDirectory(controller, CLUSTER);
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    const path = [...relative(cluster, entry.parentPath), entry.name].join('/');
    if (EMPTY.has(path.split('/')[0] ?? '') && path.includes('/')) continue;
    if (entry.isDirectory()) await addDirectory(controller, `${CLUSTER}/${path}`);
    else if (entry.isFile() && !LEFT_OUT.test(entry.name) && path !== CONTROL) files.push(path);
  }
  await addDirectory(controller, `${CLUSTER}/pg_wal/archive_status`);
  for (const [index, path] of files.entries()) {
    if (index % 100 === 0) say(`${index} of ${files.length} files`);
    await addFile(controller, join(cluster, path), `${CLUSTER}/${path}`);
  }
  await addFile(controller, join(cluster, CONTROL), `${CLUSTER}/${CONTROL}`);
}

const relative = (root: string, folder: string) => folder.slice(root.length).split(/[\\/]/).filter(Boolean);

async function addFolder(controller: TarPackController, folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await addFile(controller, join(folder, entry.name), `${name}/${entry.name}`);
}

async function addDirectory(controller: TarPackController, name: string): Promise<void> {
  await controller.add({ name: `${name}/`, size: 0, type: 'directory', mode: 0o700 }).close();
}

async function addText(controller: TarPackController, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const writer = controller.add({ name, size: bytes.length, type: 'file', mode: 0o600 }).getWriter();
  await writer.write(new Uint8Array(bytes));
  await writer.close();
}

/**
 * Adds a file as long as it is now. PostgreSQL may remove, shorten or extend it meanwhile; replaying the log
 * puts that right.
 */
async function addFile(controller: TarPackController, path: string, name: string): Promise<void> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return;
  try {
    const { size } = await file.stat();
    const writer = controller.add({ name, size, type: 'file', mode: 0o600 }).getWriter();
    for (let at = 0; at < size; at += CHUNK_BYTES)
      await writer.write(await readPart(file, at, Math.min(CHUNK_BYTES, size - at)));
    await writer.close();
  } finally {
    await file.close();
  }
}

/** Bytes past the end of a file that has become shorter are zeros. */
async function readPart(file: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const part = new Uint8Array(length);
  await file.read(part, 0, length, at);
  return part;
}
