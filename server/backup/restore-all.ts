import type pg from 'pg';
import { UnusableBackup } from '#server/backup/container.ts';
import type { BackupReader } from '#server/backup/container.ts';
import { assertFits, assertSchemaName, load, loadClient } from '#server/backup/load-tables.ts';
import { releaseOf } from '#server/backup/release-of.ts';
import { asking, placeOf, settleValues, tablesOf } from '#server/backup/tables.ts';
import type { Say } from '#server/backup/write-backup.ts';
import { TEMPLATE_SCHEMA, createClientSchema } from '#server/db/structure/client-schemas.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { openDatabase } from '#server/db/database.ts';
import { distributeRows } from '#server/db/cluster/engine.ts';
import { appPassword, foundInstallation, quoted } from '#server/db/structure/installation.ts';
import { lockForMigration, makeAsOf } from '#server/db/structure/migrate.ts';
import { MIRROR_SCHEMA } from '#server/db/tables/mirrored-tables.ts';
import { inTransaction, onOwnConnection } from '#server/db/pool/own-connection.ts';
import { RESTORING, isRestoring } from '#server/db/structure/releases.ts';

/**
 * Fills an empty database with a backup of an installation: first the structure of the release that made the
 * backup, then the rows, then this release's migrations. No server starts on the database before the end, and
 * an interrupted restore starts over. Throws UnusableBackup for a database that has clients or accounts, and
 * for a backup that does not fit.
 */
export async function restoreAll(
  settings: ConnectionSettings,
  secret: string,
  backup: BackupReader,
  say: Say = () => {},
): Promise<void> {
  await restoreRows(settings, secret, backup, say);
  say('the copy for users of all clients');
  const database = await openDatabase(settings, secret);
  await database.close();
}

/** The same without the last step: leaves the structure and the rows of the release that made the backup. */
export async function restoreRows(
  settings: ConnectionSettings,
  secret: string,
  backup: BackupReader,
  say: Say,
): Promise<void> {
  const { kind, clients } = backup.manifest;
  const [first] = clients;
  if (kind !== 'installation')
    throw new UnusableBackup(
      `This is a backup of one client. Restore it with: npm run restore -- FILE --client ${first?.schema}`,
    );
  const release = releaseOf(backup.manifest);
  for (const client of clients) assertSchemaName(client);
  await onOwnConnection({ application_name: 'lms restore', ...settings }, async (owner) => {
    await settleValues(owner);
    await lockForMigration(owner);
    const password = appPassword(settings, secret);
    await clearPlace(owner, password);
    const installation = await makeAsOf(owner, password, release);
    await inTransaction(owner, async () => await loadAccounts(owner, backup));
    for (const [index, { id: clientId, schema, version }] of clients.entries()) {
      say(`${index + 1} of ${clients.length} clients: ${schema}`);
      await inTransaction(owner, async () => {
        await createClientSchema(owner, installation, { id: clientId, schemaName: schema }, version);
        await loadClient(owner, backup, schema, schema);
        await distributeRows(owner, installation.engine, schema);
      });
    }
    await owner.query('DELETE FROM core.migrations WHERE name = $1', [RESTORING]);
    await owner.query('ANALYZE');
  });
}

/**
 * Replaces whatever an interrupted restore has left with an empty installation that is marked as being
 * restored. The mark is set before anything is removed or created, and no server starts until it is removed.
 * Throws UnusableBackup.
 */
async function clearPlace(owner: pg.Client, password: string): Promise<void> {
  const { rows: tables } = await owner.query<{ installation: boolean; users: boolean }>(
    `SELECT to_regclass('core.installation') IS NOT NULL AS installation, to_regclass('core.users') IS NOT NULL AS users`,
  );
  const { rows: clients } = tables[0]?.users
    ? await owner.query<{ schema: string }>('SELECT schema_name AS schema FROM core.clients')
    : { rows: [] };
  if (tables[0]?.users && !(await isRestoring(owner))) {
    const { rowCount: people } = await owner.query('SELECT 1 FROM core.users');
    if (clients.length > 0 || people)
      throw new UnusableBackup(
        `This place is not empty: it has ${clients.length} clients and ${people} accounts. Restore into an empty data folder (DATA_DIR) or an empty database, or bring back one client with --client.`,
      );
  }
  const mark = async () =>
    await owner.query('INSERT INTO core.migrations (name) VALUES ($1) ON CONFLICT DO NOTHING', [RESTORING]);
  let id: string | undefined;
  if (tables[0]?.installation) {
    await mark();
    id = (await owner.query<{ id: string }>('SELECT id FROM core.installation')).rows[0]?.id;
  }
  for (const schema of [...clients.map(({ schema: name }) => name), MIRROR_SCHEMA, TEMPLATE_SCHEMA])
    await owner.query(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`);
  await inTransaction(owner, async () => {
    await owner.query('DROP SCHEMA IF EXISTS core CASCADE');
    await foundInstallation(owner, password, id);
    await mark();
  });
}

/** Loads all tables of `core`: accounts, clients and the audit log. */
async function loadAccounts(owner: pg.Client, backup: BackupReader): Promise<void> {
  const tables = await tablesOf(asking(owner), 'core');
  for (const { name } of tables.toReversed()) await owner.query(`DELETE FROM ${placeOf('core', name)}`);
  for (const file of backup.manifest.files.filter(({ schema }) => schema === 'core')) {
    assertFits(
      file,
      tables.find(({ name }) => name === file.table),
    );
    await load(owner, backup, file, placeOf('core', file.table));
  }
  const { rows: numbered } = await owner.query<{ place: string; name: string }>(
    `SELECT attrelid::regclass::text AS place, attname AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
     WHERE attidentity <> '' AND relnamespace = 'core'::regnamespace AND relkind = 'r'`,
  );
  for (const { place, name } of numbered)
    await owner.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(name)}), 0) + 1, false) FROM ${place}`,
      [place, name],
    );
}
