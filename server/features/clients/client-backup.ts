import { createWriteStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '#server/db/database.ts';
import { quoted } from '#server/db/installation.ts';

/**
 * Writes every table of a schema, as one snapshot, to `backups/<schema>-<time>/<table>.csv.gz` below the data folder
 * with a manifest of row counts. Answers the folder's name; it appears only when complete.
 */
export async function backUpClient(database: Database, schemaName: string, dataDir: string): Promise<string> {
  const name = `${schemaName}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  const folder = join(dataDir, 'backups', name);
  const draft = `${folder}.part`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await database.asOwner(async (owner) => {
    await owner.query(
      'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0',
    );
    const tables = await owner.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_catalog.pg_tables WHERE schemaname = $1 ORDER BY 1`,
      [schemaName],
    );
    const rows: Record<string, number> = {};
    for (const table of tables.rows)
      rows[table.name] = await writeTable(owner, schemaName, table.name, draft);
    const version = await owner.query<{ version: string }>(
      'SELECT version FROM core.clients WHERE schema_name = $1',
      [schemaName],
    );
    const manifest = {
      schema: schemaName,
      version: version.rows[0]?.version,
      at: new Date().toISOString(),
      rows,
    };
    await writeFile(join(draft, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600 });
  });
  await rename(draft, folder);
  return name;
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
    createWriteStream(join(folder, `${table}.csv.gz`), { mode: 0o600, flags: 'wx' }),
  );
  return source.rowCount;
}
