import { createHmac, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ConnectionSettings } from '#server/db/pool/connections.ts';
import { engineOf } from '#server/db/cluster/engine.ts';
import type { Engine } from '#server/db/cluster/engine.ts';

/**
 * The names that separate this installation's roles from another's on the same database server, and the
 * server's engine. `mirrorRole` writes the mirror, and `allRole` reads it.
 */
export type InstallationRoles = {
  id: string;
  engine: Engine;
  appRole: string;
  allRole: string;
  mirrorRole: string;
};
export type Installation = InstallationRoles & {
  /** The secret that tokens are derived from: random, shared by all processes, out of reach of requests. */
  tokenKey: string;
};

export const quoted = pg.escapeIdentifier;

/** The password of the role that requests log in with: derived, so that several processes agree without sharing a file. */
export function appPassword(owner: ConnectionSettings, fallbackSecret: string): string {
  const key = typeof owner.password === 'string' && owner.password !== '' ? owner.password : fallbackSecret;
  return createHmac('sha256', key).update('lms request role').digest('base64url');
}

/**
 * Reads the installation's id and roles, creating the installation if necessary (`fresh` is its new id). Runs
 * as owner, under the migration lock.
 */
export async function foundInstallation(
  owner: pg.Client,
  password: string,
  fresh = randomBytes(4).toString('hex'),
): Promise<InstallationRoles> {
  const core = await owner.query("SELECT 1 FROM pg_namespace WHERE nspname = 'core'");
  // Checks first: on a cluster, CREATE SCHEMA runs on every node, and waits for a lost one even if the schema
  // exists.
  if (core.rowCount === 0) await owner.query('CREATE SCHEMA core');
  await owner.query(`
    CREATE TABLE IF NOT EXISTS core.installation (
      id text PRIMARY KEY, app_role text NOT NULL, all_role text NOT NULL, created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE IF NOT EXISTS core.migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now());
  `);
  await addColumn(owner);
  await owner.query(
    `INSERT INTO core.installation (id, app_role, all_role)
     SELECT $1, 'lms_app_' || $1, 'lms_all_' || $1 WHERE NOT EXISTS (SELECT 1 FROM core.installation)`,
    [fresh],
  );
  const found = await owner.query<{ id: string; app_role: string; all_role: string }>(
    'SELECT * FROM core.installation',
  );
  const row = found.rows[0];
  if (!row) throw new Error('core.installation is empty');
  const mirrorRole = `lms_mirror_${row.id}`;
  const engine = await engineOf(owner);
  const installation = { id: row.id, engine, appRole: row.app_role, allRole: row.all_role, mirrorRole };
  await ensureRole(owner, installation.allRole, 'NOLOGIN');
  await ensureRole(owner, mirrorRole, 'NOLOGIN');
  await ensureRole(owner, installation.appRole, 'LOGIN NOINHERIT');
  await setPassword(owner, installation.appRole, password, engine);
  for (const role of [installation.allRole, mirrorRole])
    await ensureMember(owner, installation.appRole, role);
  return installation;
}

/**
 * Adds the column that the first releases lacked. Checks first: ALTER TABLE waits for a backup that reads the
 * table.
 */
async function addColumn(owner: pg.Client): Promise<void> {
  const known = await owner.query(
    "SELECT FROM pg_attribute WHERE attrelid = 'core.migrations'::regclass AND attname = 'older_may_serve'",
  );
  if (known.rowCount === 0)
    await owner.query(
      'ALTER TABLE core.migrations ADD COLUMN older_may_serve boolean NOT NULL DEFAULT false',
    );
}

/** The random secret of this database, created by the migration that added its column. Runs as owner. */
export async function readTokenKey(owner: pg.Client): Promise<string> {
  const found = await owner.query<{ token_key: string }>('SELECT token_key FROM core.installation');
  const key = found.rows[0]?.token_key;
  if (!key) throw new Error('core.installation has no token key');
  return key;
}

/** The password is not propagated: nodes trust the roles that their coordinator has authenticated. */
async function setPassword(owner: pg.Client, role: string, password: string, engine: Engine): Promise<void> {
  if (engine === 'citus') await owner.query('SET LOCAL citus.enable_alter_role_propagation = off');
  await owner.query(`ALTER ROLE ${quoted(role)} PASSWORD ${pg.escapeLiteral(password)}`);
  if (engine === 'citus') await owner.query('SET LOCAL citus.enable_alter_role_propagation = on');
}

/** Lets `member` act as `role`, unless it already may. */
async function ensureMember(owner: pg.Client, member: string, role: string): Promise<void> {
  const known = await owner.query(
    'SELECT 1 FROM pg_auth_members WHERE roleid = to_regrole($1) AND member = to_regrole($2)',
    [quoted(role), quoted(member)],
  );
  if (known.rowCount === 0) await owner.query(`GRANT ${quoted(role)} TO ${quoted(member)}`);
}

/** Creates a role unless the server already has it, perhaps for another database. */
export async function ensureRole(owner: pg.Client, role: string, attributes: string): Promise<void> {
  const known = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (known.rowCount === 0) await owner.query(`CREATE ROLE ${quoted(role)} ${attributes}`);
}
