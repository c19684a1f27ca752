import type pg from 'pg';
import { clientRole } from '#server/db/client-role.ts';
import { quoted } from '#server/db/installation.ts';
import type { Installation } from '#server/db/installation.ts';
import { CLIENT_MIGRATIONS } from '#server/db/migrations/client/index.ts';

/**
 * A client schema that is never written to: people without a client read something empty.
 */
export const TEMPLATE_SCHEMA = 'client_template';

export const LATEST_CLIENT_VERSION = CLIENT_MIGRATIONS.at(-1)?.name ?? '';

/**
 * Makes the schema, role, tables and rights of one client. Runs as owner, inside the transaction that registers the
 * client.
 */
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

/** The statements that let the client's role read and write rows, never change structure. Repeated after migrations. */
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
  const role = quoted(clientRole(client.id));
  await owner.query(`DROP SCHEMA ${quoted(client.schemaName)} CASCADE; DROP ROLE ${role}`);
}
