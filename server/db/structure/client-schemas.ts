import pg from 'pg';
import { clientRole } from '#server/db/pool/client-role.ts';
import { clientRoleAttributes, nodeSettings, stageTables } from '#server/db/cluster/engine.ts';
import { ensureRole, quoted } from './installation.ts';
import type { InstallationRoles } from './installation.ts';
import { readSchema } from './schema-text.ts';
import { firstViews } from '#server/db/migrations/client/0013-lead-views.ts';
import { firstTemplates } from '#server/db/migrations/client/0015-messages.ts';
import { CLIENT_MIGRATIONS } from '#server/db/migrations/client/index.ts';

/** A client schema that is never written to: users without a client read from it and find nothing. */
export const TEMPLATE_SCHEMA = 'client_template';

export const LATEST_CLIENT_VERSION = CLIENT_MIGRATIONS.at(-1)?.name ?? '';

/** Whether the database has a schema of this name. */
export async function isSchemaNameTaken(owner: pg.Client, schemaName: string): Promise<boolean> {
  const { rowCount } = await owner.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schemaName]);
  return rowCount !== 0;
}

/**
 * Creates the schema, role, tables and rights of one client, at an older version if a restore needs that; a
 * restore calls `distribute` only after loading the rows. Runs as owner, inside the transaction that
 * registers the client.
 */
export async function createClientSchema(
  owner: pg.Client,
  installation: InstallationRoles,
  client: { id: string; schemaName: string },
  version = LATEST_CLIENT_VERSION,
): Promise<void> {
  const role = quoted(clientRole(client.id));
  const schema = quoted(client.schemaName);
  await ensureRole(owner, clientRole(client.id), clientRoleAttributes(installation.engine));
  for (const statement of nodeSettings(installation.engine, role)) await owner.query(statement);
  await owner.query(`GRANT ${role} TO ${quoted(installation.appRole)}`);
  await owner.query(`
    CREATE SCHEMA ${schema};
    ${await structureOf(owner, schema, version)}
    ${stageTables(installation.engine, schema)}
    ${rights(schema, role)}
  `);
}

/** The result of `readSchema` for a template of the latest version: the same in every database. */
let template: ((name: string) => string) | undefined;

/**
 * The statements that create a client's tables with their first rows: a copy of the template's tables, or the
 * migrations up to an older version.
 */
async function structureOf(owner: pg.Client, schema: string, version: string): Promise<string> {
  if (version !== LATEST_CLIENT_VERSION) {
    const steps = CLIENT_MIGRATIONS.filter(({ name }) => name <= version);
    return steps.map((migration) => migration.sql(schema)).join('\n');
  }
  template ??= await readSchema(owner, TEMPLATE_SCHEMA);
  return [template(schema), firstViews(schema), firstTemplates(schema)].join('\n');
}

/**
 * The statements that let the client's role read and write rows but never change structure. Repeated after
 * migrations. Tables are named one by one because for ALL TABLES IN SCHEMA PostgreSQL reads the list of all
 * clients' tables five times.
 */
export function rights(schema: string, role: string): string {
  return `
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    DO $rights$ BEGIN EXECUTE (
      SELECT 'GRANT SELECT, INSERT, UPDATE, DELETE ON ' || string_agg(objid::regclass::text, ', ') || ${pg.escapeLiteral(` TO ${role}`)}
      FROM pg_depend JOIN pg_class ON pg_class.oid = objid AND relkind IN ('r', 'p', 'v', 'm')
      WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_namespace'::regclass
        AND refobjid = ${pg.escapeLiteral(schema)}::regnamespace
    ); END $rights$;`;
}

/**
 * Drops a client's schema and role. Runs as owner, inside the transaction that unregisters the client. Keeps
 * the role if another database on the server has the same client, restored from a backup.
 */
export async function dropClientSchema(
  owner: pg.Client,
  client: { id: string; schemaName: string },
): Promise<void> {
  const role = clientRole(client.id);
  const { rows } = await owner.query<{ is_shared: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_shdepend WHERE refclassid = 'pg_authid'::regclass AND refobjid = to_regrole($1)
       AND dbid NOT IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))) AS is_shared`,
    [role],
  );
  await owner.query(`DROP SCHEMA ${quoted(client.schemaName)} CASCADE`);
  if (!rows[0]?.is_shared) await owner.query(`DROP ROLE ${quoted(role)}`);
}
