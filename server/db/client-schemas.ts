import pg from 'pg';
import { clientRole } from '#server/db/client-role.ts';
import { quoted } from '#server/db/installation.ts';
import type { Installation } from '#server/db/installation.ts';
import { CLIENT_MIGRATIONS, SHARED_VIEWS } from '#server/db/migrations/client/index.ts';

/** Never written to: gives the views their columns, and people without a client something empty to read. */
export const TEMPLATE_SCHEMA = 'client_template';

export const LATEST_CLIENT_VERSION = CLIENT_MIGRATIONS.at(-1)?.name ?? '';

/** Schema, role, tables and rights of one client. Runs as owner, inside the transaction that registers the client. */
export async function createClientSchema(
  owner: pg.Client,
  installation: Installation,
  client: { id: string; schemaName: string },
): Promise<void> {
  const role = quoted(clientRole(client.id));
  const schema = quoted(client.schemaName);
  await owner.query(`
    CREATE ROLE ${role} NOLOGIN;
    GRANT ${role} TO ${quoted(installation.appRole)};
    CREATE SCHEMA ${schema};
    ${CLIENT_MIGRATIONS.map((migration) => migration.sql(schema)).join('\n')}
    ${rights(schema, role)}
  `);
}

/** What the client's role may do: rows, never structure. Repeated after migrations. */
export function rights(schema: string, role: string): string {
  return `
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};`;
}

/** Drops a client's schema and role. Runs as owner, inside the transaction that unregisters the client. */
export async function dropClientSchema(
  owner: pg.Client,
  client: { id: string; schemaName: string },
): Promise<void> {
  await rebuildSharedViews(owner);
  const role = quoted(clientRole(client.id));
  await owner.query(`DROP SCHEMA ${quoted(client.schemaName)} CASCADE; DROP ROLE ${role}`);
}

/** `all_clients.<table>`: one branch per registered client, `client_id` first so that new columns come last. */
export async function rebuildSharedViews(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ id: string; schema_name: string }>(
    'SELECT id, schema_name FROM core.clients ORDER BY id',
  );
  const grantee = await owner.query<{ all_role: string }>('SELECT all_role FROM core.installation');
  const views = SHARED_VIEWS.map((table) => {
    const branches = rows.map(
      (client) =>
        `SELECT ${pg.escapeLiteral(client.id)}::uuid, t.* FROM ${quoted(client.schema_name)}.${table} t`,
    );
    const empty = `SELECT NULL::uuid AS client_id, t.* FROM ${TEMPLATE_SCHEMA}.${table} t WHERE false`;
    return `CREATE OR REPLACE VIEW all_clients.${table} AS ${[empty, ...branches].join(' UNION ALL ')};`;
  });
  const allRole = quoted(grantee.rows[0]?.all_role ?? '');
  await owner.query(`
    ${views.join('\n')}
    CREATE OR REPLACE VIEW all_clients.members AS
      SELECT client_id, id, first_name || ' ' || last_name AS name, email, is_active, true AS belongs FROM core.users;
    GRANT SELECT ON ALL TABLES IN SCHEMA all_clients TO ${allRole};
  `);
}
