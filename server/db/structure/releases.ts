import type pg from 'pg';
import { CLIENT_MIGRATIONS } from '#server/db/migrations/client/index.ts';
import type { ClientMigration } from '#server/db/migrations/migration.ts';
import { CORE_MIGRATIONS } from '#server/db/migrations/core/index.ts';
import type { CoreMigration } from '#server/db/migrations/migration.ts';
import { Conflict } from '#server/errors.ts';

/** The migrations that a release applies. */
export type Release = { core: readonly CoreMigration[]; client: readonly ClientMigration[] };
export const THIS_RELEASE: Release = { core: CORE_MIGRATIONS, client: CLIENT_MIGRATIONS };

/**
 * The lock that a migrating process holds exclusively, and that a start with nothing to migrate, a backup,
 * and adding or removing a client share.
 */
export const MIGRATION_LOCK = 4_712_001;
/** The lock of the one process that is starting; taken before the lock for migrations. */
export const START_LOCK = 4_712_010;
/**
 * The lock for adding or removing clients one at a time; on a cluster, several callers may wait for one that
 * is being added.
 */
const REGISTER_LOCK = 4_712_002;
/** The lock that backups share, and that dropping a client's tables takes exclusively. */
const BACKUP_LOCK = 4_712_004;
/** The lock of the one process that makes the nightly backup. */
export const NIGHT_LOCK = 4_712_011;
/** Prefixes the name of each client migration in `core.migrations`. */
export const TEMPLATE = 'template:';

/**
 * A row in `core.migrations` while a restore fills the database, so that no server starts on a partial one.
 */
export const RESTORING = 'restoring';

export const UNFINISHED =
  'A restore into this database has not come to its end. Run it again: npm run restore -- FILE.';

/** Up to this client migration, releases recorded only the newest migration of an upgrade. */
export const LAST_UNRECORDED = '0007-filter-indexes';

export const NEWER_RELEASE =
  'A newer release of LMS has upgraded this database. Start that release or a newer one, or restore the backup made before the upgrade.';

/** Whether an unfinished restore has left this database incomplete. */
export async function isRestoring(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ found: boolean }>(
    `SELECT to_regclass('core.migrations') IS NOT NULL AS found`,
  );
  if (!rows[0]?.found) return false;
  const marks = await owner.query('SELECT 1 FROM core.migrations WHERE name = $1', [RESTORING]);
  return marks.rowCount !== 0;
}

/**
 * Migrations in the database that this release does not know; `mayServe`: the newer release allows this one
 * to keep running.
 */
export type Newer = { names: string[]; mayServe: boolean };

/**
 * Migrations of a newer release; undefined when there are none. Only reads, even from a database without
 * tables.
 */
export async function findNewer(owner: pg.Client, release = THIS_RELEASE): Promise<Newer | undefined> {
  const { rows: tables } = await owner.query<{ migrations: boolean; clients: boolean }>(
    `SELECT to_regclass('core.migrations') IS NOT NULL AS migrations, to_regclass('core.clients') IS NOT NULL AS clients`,
  );
  if (!tables[0]?.migrations) return undefined;
  const known = [
    ...release.core.map(({ name }) => name),
    ...release.client.map(({ name }) => TEMPLATE + name),
  ];
  // The oldest installations lack this column.
  const { rows } = await owner.query<{ name: string; may: boolean }>(
    `SELECT name, coalesce((to_jsonb(m) ->> 'older_may_serve')::boolean, false) AS may FROM core.migrations m
     WHERE name <> ALL ($1::text[])`,
    [known],
  );
  const all = [...known, ...rows.map(({ name }) => name)];
  const clients = tables[0].clients
    ? await owner.query<{ version: string }>(
        'SELECT DISTINCT version FROM core.clients WHERE $2 || version <> ALL ($1::text[])',
        [all, TEMPLATE],
      )
    : { rows: [] };
  const names = [...rows.map(({ name }) => name), ...clients.rows.map(({ version }) => version)];
  if (names.length === 0) return undefined;
  return { names, mayServe: clients.rows.length === 0 && rows.every(({ may }) => may) };
}

/**
 * Prevents others from adding or removing a client until this connection ends. Waits up to `patience`, longer
 * than for other locks. Throws 409 when a newer release has migrated, because this release would create
 * schemas of the wrong version.
 */
export async function lockRegister(owner: pg.Client, patience = '30s'): Promise<void> {
  const { rows } = await owner.query<{ usual: string }>("SELECT current_setting('lock_timeout') AS usual");
  await owner.query("SELECT set_config('lock_timeout', $1, false)", [patience]);
  await owner.query('SELECT pg_advisory_lock_shared($1)', [MIGRATION_LOCK]);
  await owner.query('SELECT pg_advisory_lock($1)', [REGISTER_LOCK]);
  await owner.query("SELECT set_config('lock_timeout', $1, false)", [rows[0]?.usual]);
  if (await findNewer(owner))
    throw new Conflict('LMS is being upgraded. Please add or remove clients when that is done.');
}

/**
 * Prevents migrations and removals of clients until this connection ends, because a snapshot does not protect
 * against dropped or rewritten tables.
 */
export async function lockForBackup(owner: pg.Client): Promise<void> {
  await owner.query('SELECT pg_advisory_lock_shared($1)', [MIGRATION_LOCK]);
  await owner.query('SELECT pg_advisory_lock_shared($1)', [BACKUP_LOCK]);
}

/** Prevents backups from starting until this connection ends. Throws 409 while one is running. */
export async function lockBackupsOut(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [
    BACKUP_LOCK,
  ]);
  if (!rows[0]?.got)
    throw new Conflict(
      'A backup is being made. The client has not been removed; please try again when the backup is done.',
    );
}
