import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { SchemaName } from '#shared/installation/clients.ts';
import { UnusableBackup } from '#server/backup/container.ts';
import type { BackupReader } from '#server/backup/container.ts';
import type { BackupClient, BackupFile } from '#server/backup/manifest.ts';
import { asking, listOf, placeOf, tablesOf } from '#server/backup/tables.ts';
import type { Table } from '#server/backup/tables.ts';
import { quoted } from '#server/db/structure/installation.ts';
import { STARTS_FORMULA } from '#server/spreadsheets/formula-guard.ts';

/** Throws UnusableBackup for a name that no client can have. */
export function assertSchemaName({ schema }: BackupClient): void {
  if (SchemaName.safeParse(schema).data !== schema)
    throw new UnusableBackup(`The backup is damaged: "${schema}" isn’t a client’s schema.`);
}

/**
 * Loads a client's tables into its new, empty schema. Triggers are off because the mirror is rebuilt as a
 * whole. Indexes are built after the rows, which takes half the time of maintaining them.
 */
export async function loadClient(
  owner: pg.Client,
  backup: BackupReader,
  from: string,
  schema: string,
): Promise<void> {
  const tables = await tablesOf(asking(owner), schema);
  const { rows: indexes } = await owner.query<{ place: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS place, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class c ON c.oid = indrelid
     WHERE c.relnamespace = $1::text::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
    [quoted(schema)],
  );
  for (const { place } of indexes) await owner.query(`DROP INDEX ${place}`);
  for (const file of backup.manifest.files.filter((each) => each.schema === from)) {
    const table = tables.find(({ name }) => name === file.table);
    assertFits(file, table);
    const place = placeOf(schema, file.table);
    await owner.query(`ALTER TABLE ${place} DISABLE TRIGGER USER; DELETE FROM ${place}`);
    await load(owner, backup, file, place);
    await owner.query(`ALTER TABLE ${place} ENABLE TRIGGER USER`);
  }
  await owner.query("SET LOCAL maintenance_work_mem = '256MB'");
  for (const { definition } of indexes) await owner.query(definition);
}

/** Throws UnusableBackup for a table or column that this version does not have. */
export function assertFits(file: BackupFile, table: Table | undefined): void {
  if (!table || !file.columns.every((name) => table.columns.includes(name)))
    throw new UnusableBackup(`The backup is damaged: ${file.path} does not fit its version.`);
}

/**
 * Loads the rows of a file into a table. Throws UnusableBackup when the row count differs from the
 * manifest's.
 */
export async function load(
  owner: pg.Client,
  backup: BackupReader,
  file: BackupFile,
  place: string,
): Promise<void> {
  if (backup.manifest.kind === 'archive') await loadGuarded(owner, backup, file, place);
  else await loadAsWritten(owner, backup, file, place);
}

async function loadAsWritten(
  owner: pg.Client,
  backup: BackupReader,
  file: BackupFile,
  place: string,
): Promise<void> {
  const rows = await backup.read(file);
  const columns = listOf(file.columns);
  const copy = owner.query(copyFrom(`COPY ${place} (${columns}) FROM STDIN (FORMAT csv, HEADER MATCH)`));
  await pipeline(rows, copy);
  if (copy.rowCount !== file.rows)
    throw new UnusableBackup(`The backup is damaged: ${file.path} has ${copy.rowCount} rows.`);
}

/** Strips the apostrophe that protects a cell from being run as a formula by a spreadsheet. */
async function loadGuarded(
  owner: pg.Client,
  backup: BackupReader,
  file: BackupFile,
  place: string,
): Promise<void> {
  const { rows: texts } = await owner.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND atttypid = 'text'::regtype`,
    [place],
  );
  const values = file.columns.map((name) => {
    const column = listOf([name]);
    const isText = texts.some((text) => text.name === name);
    return isText ? `CASE WHEN ${column} ~ $1 THEN substr(${column}, 2) ELSE ${column} END` : column;
  });
  await owner.query(
    `CREATE TEMP TABLE guarded (LIKE ${place} INCLUDING DEFAULTS INCLUDING GENERATED) ON COMMIT DROP`,
  );
  await loadAsWritten(owner, backup, file, 'pg_temp.guarded');
  await owner.query(
    `INSERT INTO ${place} (${listOf(file.columns)}) SELECT ${values.join(', ')} FROM pg_temp.guarded
     WHERE $1::text IS NOT NULL`,
    [`^'+${STARTS_FORMULA}`],
  );
  await owner.query('DROP TABLE pg_temp.guarded');
}
