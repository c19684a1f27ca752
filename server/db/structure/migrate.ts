import type pg from 'pg';
import { CHANNEL } from '#server/db/announce/announcements.ts';
import { clientRole } from '#server/db/pool/client-role.ts';
import { TEMPLATE_SCHEMA, rights } from './client-schemas.ts';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { distributeRows, nodeSettings, recall, stageTables } from '#server/db/cluster/engine.ts';
import type { Engine } from '#server/db/cluster/engine.ts';
import { foundInstallation, quoted, readTokenKey } from './installation.ts';
import type { Installation, InstallationRoles } from './installation.ts';
import { extendMirror, makeMirror, settleMirror } from './mirror-schema.ts';
import { isMirrorMade } from './mirror-shape.ts';
import { MIRROR_LOCK } from '#server/db/tables/mirrored-tables.ts';
import { inTransaction, onOwnConnection } from '#server/db/pool/own-connection.ts';
import {
  LAST_UNRECORDED,
  MIGRATION_LOCK,
  NEWER_RELEASE,
  START_LOCK,
  TEMPLATE,
  THIS_RELEASE,
  UNFINISHED,
  findNewer,
  isRestoring,
} from './releases.ts';
import type { Release } from './releases.ts';
import { UnusableDatabase, assertUsable } from './usable.ts';

/**
 * Brings core and every client's schema to the latest version: one process at a time (advisory locks), one
 * transaction per client, so that an interrupted run resumes where it stopped. Notifies running processes of
 * each step. Throws UnusableDatabase, and writes nothing, if a newer release has migrated.
 */
export async function migrate(
  settings: ConnectionSettings,
  appPassword: string,
  release = THIS_RELEASE,
): Promise<Installation> {
  return await onOwnConnection({ application_name: 'lms migrations', ...settings }, async (owner) => {
    await lockForStart(owner, release);
    if (await isRestoring(owner)) throw new UnusableDatabase(UNFINISHED);
    if (await findNewer(owner, release)) throw new UnusableDatabase(NEWER_RELEASE);
    const installation = await inTransaction(owner, () => foundInstallation(owner, appPassword));
    await migrateCore(owner, installation, release);
    await migrateClients(owner, installation.engine, release);
    if (await isMirrorMade(owner))
      await inTransaction(owner, async () => await extendMirror(owner, installation));
    else await remakeMirror(owner, installation);
    return { ...installation, tokenKey: await readTokenKey(owner) };
  });
}

/** Prevents other processes from migrating until this connection ends. Throws like `assertUsable`. */
export async function lockForMigration(owner: pg.Client): Promise<void> {
  await prepareConnection(owner);
  await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

/**
 * Prevents other processes from starting and migrating until this connection ends. A start that has nothing
 * to migrate neither waits for a running backup nor lets a new client wait. Throws like `assertUsable`.
 */
async function lockForStart(owner: pg.Client, release: Release): Promise<void> {
  await prepareConnection(owner);
  await owner.query('SELECT pg_advisory_lock($1)', [START_LOCK]);
  if (await isCurrent(owner, release)) {
    await owner.query('SELECT pg_advisory_lock_shared($1)', [MIGRATION_LOCK]);
    // A restore may have held the lock until now.
    if (await isCurrent(owner, release)) return;
    await owner.query('SELECT pg_advisory_unlock_shared($1)', [MIGRATION_LOCK]);
  }
  await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

async function prepareConnection(owner: pg.Client): Promise<void> {
  await assertUsable(owner);
  await owner.query("SET search_path = ''; SET client_min_messages = warning");
}

/** Whether a release has nothing to migrate. Only reads, even from a database without tables. */
async function isCurrent(owner: pg.Client, { core, client }: Release): Promise<boolean> {
  const { rows: tables } = await owner.query<{ found: boolean }>(
    `SELECT to_regclass('core.migrations') IS NOT NULL AS found`,
  );
  if (!tables[0]?.found) return false;
  const names = [...core.map(({ name }) => name), ...client.map(({ name }) => TEMPLATE + name)];
  const { rowCount: recorded } = await owner.query(
    'SELECT FROM core.migrations WHERE name = ANY ($1::text[])',
    [names],
  );
  if (recorded !== names.length) return false;
  const { rowCount: behind } = await owner.query(
    'SELECT FROM core.clients WHERE version COLLATE "C" < $1 LIMIT 1',
    [client.at(-1)?.name ?? ''],
  );
  return behind === 0 && (await isMirrorMade(owner));
}

/**
 * Creates the account tables and the client template as an older release had them, without the mirror, for a
 * restore.
 */
export async function makeAsOf(
  owner: pg.Client,
  appPassword: string,
  release: Release,
): Promise<InstallationRoles> {
  const installation = await inTransaction(owner, () => foundInstallation(owner, appPassword));
  await migrateCore(owner, installation, release);
  await migrateClients(owner, installation.engine, release);
  return installation;
}

/** Rebuilds the mirror of all clients while requests continue; the old mirror gets no rows meanwhile. */
export async function remakeMirror(owner: pg.Client, installation: InstallationRoles): Promise<void> {
  await owner.query('SELECT pg_advisory_lock($1)', [MIRROR_LOCK]);
  try {
    await makeMirror(owner, installation);
    await settleMirror(owner);
  } finally {
    await owner.query('SELECT pg_advisory_unlock($1)', [MIRROR_LOCK]);
  }
}

async function migrateCore(
  owner: pg.Client,
  installation: InstallationRoles,
  { core }: Release,
): Promise<void> {
  const names = { appRole: quoted(installation.appRole), allRole: quoted(installation.allRole) };
  const { rows } = await owner.query<{ name: string }>('SELECT name FROM core.migrations');
  const done = new Set(rows.map((row) => row.name));
  const missing = core.filter((migration) => !done.has(migration.name));
  for (const migration of missing) {
    await inTransaction(owner, async () => {
      await owner.query(migration.sql(names));
      await record(owner, migration.name, migration.olderMayServe);
    });
  }
}

/** The migration's commit announces it, so that older processes that may not continue exit. */
async function record(owner: pg.Client, name: string, olderMayServe = false): Promise<void> {
  await owner.query('INSERT INTO core.migrations (name, older_may_serve) VALUES ($1, $2)', [
    name,
    olderMayServe,
  ]);
  await owner.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify({ type: 'migrated' })]);
}

/**
 * Migrates the template first, so that a failure touches no client. Names begin with their number and sort as
 * text.
 */
async function migrateClients(owner: pg.Client, engine: Engine, release: Release): Promise<void> {
  const latest = release.client.at(-1)?.name ?? '';
  const template = await owner.query<{ version: string | null }>(
    'SELECT max(substr(name, length($1) + 1) COLLATE "C") AS version FROM core.migrations WHERE starts_with(name, $1)',
    [TEMPLATE],
  );
  const templateVersion = template.rows[0]?.version ?? '';
  await recordOlder(owner, templateVersion, release);
  const behind = await owner.query<{ id: string; schema_name: string; version: string }>(
    'SELECT id, schema_name, version FROM core.clients WHERE version COLLATE "C" < $1 ORDER BY id',
    [latest],
  );
  if (templateVersion >= latest && behind.rows.length === 0) return;
  if (templateVersion < latest) await migrateTemplate(owner, newerThan(templateVersion, release));
  for (const client of behind.rows)
    await inTransaction(owner, async () => await migrateClient(owner, engine, client, release));
}

/** Records the client migrations that an old release applied without recording them. */
async function recordOlder(owner: pg.Client, version: string, { client }: Release): Promise<void> {
  const applied = client.map(({ name }) => name).filter((name) => name <= version && name <= LAST_UNRECORDED);
  await owner.query(
    'INSERT INTO core.migrations (name) SELECT $1 || name FROM unnest($2::text[]) name ON CONFLICT DO NOTHING',
    [TEMPLATE, applied],
  );
}

/** Migrates a client's schema from its version to the release's, in the owner's transaction. */
export async function migrateClient(
  owner: pg.Client,
  engine: Engine,
  client: { id: string; schema_name: string; version: string },
  release = THIS_RELEASE,
): Promise<void> {
  const schema = quoted(client.schema_name);
  const role = quoted(clientRole(client.id));
  for (const setting of nodeSettings(engine, role)) await owner.query(setting);
  const steps = newerThan(client.version, release).map((migration) => migration.sql(schema));
  await recall(owner, engine, client.schema_name);
  await owner.query([...steps, stageTables(engine, schema), rights(schema, role)].join('\n'));
  await distributeRows(owner, engine, client.schema_name);
  const latest = release.client.at(-1)?.name ?? '';
  await owner.query('UPDATE core.clients SET version = $2 WHERE id = $1', [client.id, latest]);
}

async function migrateTemplate(owner: pg.Client, missing: Release['client']): Promise<void> {
  await inTransaction(owner, async () => {
    await owner.query(`CREATE SCHEMA IF NOT EXISTS ${TEMPLATE_SCHEMA}`);
    await owner.query(missing.map((migration) => migration.sql(TEMPLATE_SCHEMA)).join('\n'));
    const { rows } = await owner.query<{ all_role: string }>('SELECT all_role FROM core.installation');
    const role = quoted(rows[0]?.all_role ?? '');
    await owner.query(`GRANT USAGE ON SCHEMA ${TEMPLATE_SCHEMA} TO ${role};
      GRANT SELECT ON ALL TABLES IN SCHEMA ${TEMPLATE_SCHEMA} TO ${role}`);
    for (const { name, olderMayServe } of missing) await record(owner, TEMPLATE + name, olderMayServe);
  });
}

function newerThan(version: string, { client }: Release): Release['client'] {
  return client.filter((migration) => migration.name > version);
}
