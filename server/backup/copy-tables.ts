import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackupWriter } from '#server/backup/container.ts';
import type { BackupClient, BackupFile, BackupKind, Manifest } from '#server/backup/manifest.ts';
import { asking, OF_CLIENT, listOf, placeOf, tablesOf } from '#server/backup/tables.ts';
import type { Table } from '#server/backup/tables.ts';
import { README } from '#server/backup/readme.ts';
import type { AskServer } from '#server/db/replica/log-position.ts';
import { TEMPLATE } from '#server/db/structure/releases.ts';

const CHUNK_BYTES = 128 * 1024;

/** The facts about the database that a restore needs, as seen by this connection. */
export async function describe(
  ask: AskServer,
  kind: BackupKind,
  only?: { id: string },
): Promise<Omit<Manifest, 'files'>> {
  const names = await ask<{ name: string }>('SELECT name FROM core.migrations ORDER BY 1', []);
  const clients = await ask<BackupClient>(
    `SELECT id, client_name AS name, schema_name AS schema, version FROM core.clients
     WHERE $1::uuid IS NULL OR id = $1 ORDER BY schema_name`,
    [only?.id ?? null],
  );
  const versions = await ask<{ server_version: string }>('SHOW server_version', []);
  const ofClients = names.filter(({ name }) => name.startsWith(TEMPLATE));
  return {
    format: 'lms-backup-1',
    kind,
    at: new Date().toISOString(),
    postgres: versions[0]?.server_version ?? '',
    migrations: {
      core: names.filter((row) => !ofClients.includes(row)).map(({ name }) => name),
      client: ofClients.map(({ name }) => name.slice(TEMPLATE.length)),
    },
    clients,
  };
}

/** Starts a container with the readme that explains it. */
export function addReadme(writer: BackupWriter, kind: BackupKind): void {
  writer.addText('README.txt', README[kind]);
}

/** Adds the account tables: complete, or only the rows of one client. */
export async function copyAccounts(
  writer: BackupWriter,
  owner: pg.ClientBase,
  only?: BackupClient,
): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const table of await tablesOf(asking(owner), 'core')) {
    const column = OF_CLIENT[table.name];
    if (only && !column) continue;
    const rows = only && column ? `WHERE ${column} = ${pg.escapeLiteral(only.id)}` : '';
    files.push(await copyTable(writer, owner, { folder: 'core', schema: 'core', table, rows }));
  }
  return files;
}

/** Adds the tables of a client. */
export async function copyClient(
  writer: BackupWriter,
  owner: pg.ClientBase,
  { schema }: Pick<BackupClient, 'schema'>,
): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const table of await tablesOf(asking(owner), schema))
    files.push(await copyTable(writer, owner, { folder: `clients/${schema}`, schema, table, rows: '' }));
  return files;
}

type Part = { folder: string; schema: string; table: Table; rows: string };

async function copyTable(
  writer: BackupWriter,
  owner: pg.ClientBase,
  { folder, schema, table, rows }: Part,
): Promise<BackupFile> {
  const columns = listOf(table.columns);
  const place = placeOf(schema, table.name);
  const source = owner.query(
    copyTo(`COPY (SELECT ${columns} FROM ${place} ${rows}) TO STDOUT (FORMAT csv, HEADER)`, {
      highWaterMark: CHUNK_BYTES,
    }),
  );
  const path = `${folder}/${table.name}.csv`;
  const written = await writer.add(path, source);
  return { path, schema, table: table.name, columns: table.columns, rows: source.rowCount, ...written };
}
