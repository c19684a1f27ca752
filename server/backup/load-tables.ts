import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { SchemaName } from '#shared/clients.ts';
import { UnusableBackup } from '#server/backup/container.ts';
import type { BackupReader } from '#server/backup/container.ts';
import type { BackupClient, BackupFile, Manifest } from '#server/backup/manifest.ts';
import { listOf, placeOf, tablesOf } from '#server/backup/tables.ts';
import type { Table } from '#server/backup/tables.ts';
import { CORE_MIGRATIONS } from '#server/db/migrations/core/index.ts';
import { CLIENT_MIGRATIONS } from '#server/db/migrations/client/index.ts';
import type { Release } from '#server/db/releases.ts';
import { STARTS_FORMULA } from '#server/spreadsheets/formula-guard.ts';

/** The migrations that the database of the backup had. Throws UnusableBackup when a newer release has made it. */
export function releaseOf({ migrations, clients }: Manifest): Release {
  const core = CORE_MIGRATIONS.filter(({ name }) => migrations.core.includes(name));
  const client = CLIENT_MIGRATIONS.filter(({ name }) => migrations.client.includes(name));
  const known = new Set(CLIENT_MIGRATIONS.map(({ name }) => name));
  const isKnown =
    core.length === migrations.core.length &&
    client.length === migrations.client.length &&
    clients.every(({ version }) => known.has(version));
  if (!isKnown)
    throw new UnusableBackup(
      'This backup was made by a newer release of LMS. Restore it with that release or a newer one.',
    );
  return { core, client };
}

/** Throws UnusableBackup for a name that no client can have. */
export function assertSchemaName({ schema }: BackupClient): void {
  if (SchemaName.safeParse(schema).data !== schema)
    throw new UnusableBackup(`The backup is damaged: "${schema}" is no name of a client.`);
}

/** Loads the tables of a client into its new and empty schema. Triggers are silent: the mirror is brought as a whole. */
export async function loadClient(
  owner: pg.Client,
  backup: BackupReader,
  from: string,
  schema: string,
): Promise<void> {
  const tables = await tablesOf(owner, schema);
  const { files, kind } = backup.manifest;
  for (const file of files.filter((each) => each.schema === from)) {
    const table = tables.find(({ name }) => name === file.table);
    assertFits(file, table);
    const place = placeOf(schema, file.table);
    await owner.query(`ALTER TABLE ${place} DISABLE TRIGGER USER; DELETE FROM ${place}`);
    if (kind === 'archive') await loadGuarded(owner, backup, file, place);
    else await load(owner, backup, file, place);
    await owner.query(`ALTER TABLE ${place} ENABLE TRIGGER USER`);
  }
}

/** Throws UnusableBackup for a table or column that this version does not have. */
export function assertFits(file: BackupFile, table: Table | undefined): void {
  if (!table || !file.columns.every((name) => table.columns.includes(name)))
    throw new UnusableBackup(`The backup is damaged: ${file.path} does not fit its version.`);
}

/** Loads the rows of a file into a table. Throws UnusableBackup when their number is not the manifest's. */
export async function load(
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

/** As `load`, for cells that begin with an apostrophe where a spreadsheet would run them: the apostrophe goes. */
async function loadGuarded(
  owner: pg.Client,
  backup: BackupReader,
  file: BackupFile,
  place: string,
): Promise<void> {
  const { rows: types } = await owner.query<{ name: string; is_text: boolean }>(
    `SELECT attname AS name, atttypid = 'text'::regtype AS is_text FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0`,
    [place],
  );
  const texts = new Set(types.filter(({ is_text }) => is_text).map(({ name }) => name));
  const values = file.columns.map((name) =>
    texts.has(name)
      ? `CASE WHEN ${listOf([name])} ~ $1 THEN substr(${listOf([name])}, 2) ELSE ${listOf([name])} END`
      : listOf([name]),
  );
  await owner.query(`CREATE TEMP TABLE guarded (LIKE ${place} INCLUDING DEFAULTS) ON COMMIT DROP`);
  await load(owner, backup, file, 'pg_temp.guarded');
  await owner.query(
    `INSERT INTO ${place} (${listOf(file.columns)}) SELECT ${values.join(', ')} FROM pg_temp.guarded
     WHERE $1::text IS NOT NULL`,
    [`^'+${STARTS_FORMULA}`],
  );
  await owner.query('DROP TABLE pg_temp.guarded');
}
