import { createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { syncFolder } from '#server/embedded/folders.ts';
import { quoted } from '#server/db/installation.ts';
import { HttpError } from '#server/errors.ts';

/** Until its client is gone a backup has this at the end of its name: beside a living client it is none. */
const DRAFT = '.part';
const MANIFEST = 'manifest.json';

const folderOf = (dataDir: string) => join(dataDir, 'backups');

/** The folder's name, by which the audit log and the operator know a backup made now. */
export function backupName(schemaName: string): string {
  return `${schemaName}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
}

/**
 * Writes every table of a client to `backups/<name>.part/<table>.csv.gz` below the data folder, and last of all a manifest
 * with row counts; all of it survives a power cut. Runs in a transaction that lets nobody write meanwhile. Throws 500 in
 * words for a disk that is full or cannot be written.
 */
export async function writeBackup(
  owner: pg.Client,
  client: { id: string; schemaName: string; version: string },
  dataDir: string,
  name: string,
): Promise<void> {
  const draft = join(folderOf(dataDir), name + DRAFT);
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const rows: Record<string, number> = {};
    for (const table of await tablesOf(owner, client.schemaName))
      rows[table] = await writeTable(owner, client.schemaName, table, draft);
    const { id, schemaName: schema, version } = client;
    const manifest = { client: id, schema, version, at: new Date().toISOString(), rows };
    await writeFile(join(draft, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true });
    for (const folder of [draft, folderOf(dataDir), dataDir]) syncFolder(folder);
  } catch (error) {
    throw inWords(error);
  }
}

/** The tables of a client's schema. */
export async function tablesOf(owner: pg.Client, schemaName: string): Promise<string[]> {
  const tables = await owner.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_catalog.pg_tables WHERE schemaname = $1 ORDER BY 1',
    [schemaName],
  );
  return tables.rows.map(({ name }) => name);
}

/** Gives backups of clients that are gone their names, and removes all other drafts: of removals that came to nothing. */
export async function settleBackups(dataDir: string, livingClients: ReadonlySet<string>): Promise<void> {
  const folder = folderOf(dataDir);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(DRAFT))) {
    const draft = join(folder, name);
    const client = await manifestClient(draft);
    if (client === undefined || livingClients.has(client)) await rm(draft, { recursive: true, force: true });
    else await rename(draft, draft.slice(0, -DRAFT.length));
    syncFolder(folder);
  }
}

/** Whose backup it is; undefined where it was not completed. */
async function manifestClient(draft: string): Promise<string | undefined> {
  const text = await readFile(join(draft, MANIFEST), 'utf8').catch(() => '{}');
  try {
    return (JSON.parse(text) as { client?: string }).client;
  } catch {
    return undefined;
  }
}

/** Generated columns are left out: they are made again on restore. Answers the number of rows. */
async function writeTable(owner: pg.Client, schema: string, table: string, folder: string): Promise<number> {
  const columns = await owner.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = $1 AND table_name = $2 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [schema, table],
  );
  const list = columns.rows.map((column) => quoted(column.name)).join(', ');
  const source = owner.query(
    copyTo(`COPY ${quoted(schema)}.${quoted(table)} (${list}) TO STDOUT (FORMAT csv, HEADER)`),
  );
  await pipeline(
    source,
    createGzip(),
    createWriteStream(join(folder, `${table}.csv.gz`), { mode: 0o600, flags: 'wx', flush: true }),
  );
  return source.rowCount;
}

/** Failures of the file system are the operator's to mend; others stay what they are. */
function inWords(error: unknown): unknown {
  const { code = '', path, syscall = '' } = error as NodeJS.ErrnoException;
  const isFile = path !== undefined || /^(?:write|open|mkdir|fsync)$/.test(syscall);
  if (!isFile || /^(?:ECONN|EPIPE)/.test(code)) return error;
  const why =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'the disk is full'
      : `the backups folder cannot be written (${code})`;
  return new HttpError(
    500,
    'backup_failed',
    `The backup could not be made because ${why}. The client has not been removed.`,
    { cause: error },
  );
}
