import pg from 'pg';
import {
  LATEST_CLIENT_VERSION,
  TEMPLATE_SCHEMA,
  clientRole,
  rebuildSharedViews,
  rights,
} from '#server/db/client-schemas.ts';
import type { ConnectionSettings } from '#server/db/connections.ts';
import { foundInstallation, quoted, readTokenKey } from '#server/db/installation.ts';
import type { Installation, InstallationRoles } from '#server/db/installation.ts';
import { CLIENT_MIGRATIONS } from '#server/db/migrations/client/index.ts';
import { CORE_MIGRATIONS } from '#server/db/migrations/core/index.ts';

const MIGRATION_LOCK = 4_712_001;
const OLDEST_SERVER = 150_000;

/** Says in words what is wrong with the database that was given. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}

/**
 * Brings core and every client's schema to the latest version: one process at a time (advisory lock), one transaction
 * per client, so that an interrupted run goes on where it stopped.
 */
export async function migrate(settings: ConnectionSettings, appPassword: string): Promise<Installation> {
  const owner = new pg.Client({ application_name: 'lms migrations', ...settings });
  await owner.connect();
  try {
    const version = await owner.query<{ server_version_num: string }>('SHOW server_version_num');
    if (Number(version.rows[0]?.server_version_num) < OLDEST_SERVER) {
      throw new UnusableDatabase('LMS needs PostgreSQL 15 or newer.');
    }
    await owner.query("SET search_path = ''; SET client_min_messages = warning");
    await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const installation = await inTransaction(owner, () => foundInstallation(owner, appPassword));
    const coreChanged = await migrateCore(owner, installation);
    const clientsChanged = await migrateClients(owner);
    if (coreChanged || clientsChanged) await inTransaction(owner, () => rebuildSharedViews(owner));
    return { ...installation, tokenKey: await readTokenKey(owner) };
  } finally {
    await owner.end();
  }
}

/** BEGIN … COMMIT around `work`, ROLLBACK when it throws. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function migrateCore(owner: pg.Client, installation: InstallationRoles): Promise<boolean> {
  const names = { appRole: quoted(installation.appRole), allRole: quoted(installation.allRole) };
  const { rows } = await owner.query<{ name: string }>('SELECT name FROM core.migrations');
  const done = new Set(rows.map((row) => row.name));
  const missing = CORE_MIGRATIONS.filter((migration) => !done.has(migration.name));
  for (const migration of missing) {
    await inTransaction(owner, async () => {
      await owner.query(migration.sql(names));
      await owner.query('INSERT INTO core.migrations (name) VALUES ($1)', [migration.name]);
    });
  }
  return missing.length > 0;
}

/** The template first: when it fails no client is touched. */
async function migrateClients(owner: pg.Client): Promise<boolean> {
  const template = await owner.query<{ name: string }>(
    "SELECT name FROM core.migrations WHERE name LIKE 'template:%'",
  );
  const templateVersion =
    template.rows
      .map((row) => row.name.slice('template:'.length))
      .sort()
      .at(-1) ?? '';
  const behind = await owner.query<{ id: string; schema_name: string; version: string }>(
    'SELECT id, schema_name, version FROM core.clients WHERE version <> $1 ORDER BY id',
    [LATEST_CLIENT_VERSION],
  );
  if (templateVersion === LATEST_CLIENT_VERSION && behind.rows.length === 0) return false;
  if (templateVersion !== LATEST_CLIENT_VERSION) await migrateTemplate(owner, templateVersion);
  for (const client of behind.rows) {
    const schema = quoted(client.schema_name);
    await inTransaction(owner, async () => {
      await owner.query(newerThan(client.version, schema) + rights(schema, quoted(clientRole(client.id))));
      await owner.query('UPDATE core.clients SET version = $2 WHERE id = $1', [
        client.id,
        LATEST_CLIENT_VERSION,
      ]);
    });
  }
  return true;
}

async function migrateTemplate(owner: pg.Client, version: string): Promise<void> {
  await inTransaction(owner, async () => {
    await owner.query(`CREATE SCHEMA IF NOT EXISTS ${TEMPLATE_SCHEMA}`);
    await owner.query(newerThan(version, TEMPLATE_SCHEMA));
    const { rows } = await owner.query<{ all_role: string }>('SELECT all_role FROM core.installation');
    const role = quoted(rows[0]?.all_role ?? '');
    await owner.query(`GRANT USAGE ON SCHEMA ${TEMPLATE_SCHEMA} TO ${role};
      GRANT SELECT ON ALL TABLES IN SCHEMA ${TEMPLATE_SCHEMA} TO ${role}`);
    await owner.query('INSERT INTO core.migrations (name) VALUES ($1)', [
      `template:${LATEST_CLIENT_VERSION}`,
    ]);
  });
}

function newerThan(version: string, schema: string): string {
  return CLIENT_MIGRATIONS.filter((migration) => migration.name > version)
    .map((migration) => migration.sql(schema))
    .join('\n');
}
