import { sql } from 'kysely';
import type { Handles } from '#server/db/handles.ts';
import { UnusableDatabase } from '#server/db/structure/usable.ts';
import { kyselyAs } from '#server/db/dialect.ts';
import { openCore } from '#server/db/system-scope.ts';

const FORBIDDEN = '42501';

/**
 * Proves at start that PostgreSQL itself keeps clients apart: the request role is no superuser and owns
 * nothing, and under a client's role it cannot read accounts or another client's leads. Throws
 * UnusableDatabase if such a read succeeds.
 */
export async function proveWall(server: Handles): Promise<void> {
  const { pool, installation } = server;
  const core = openCore(server);
  const self = await sql<{ name: string; rolsuper: boolean; rolbypassrls: boolean; owns: boolean }>`
    SELECT current_user::text AS name, rolsuper, rolbypassrls,
      EXISTS (SELECT 1 FROM pg_catalog.pg_class WHERE relowner = r.oid) AS owns
    FROM pg_catalog.pg_roles r WHERE rolname = current_user
  `.execute(core);
  const role = self.rows[0];
  if (!role || role.name !== installation.appRole || role.rolsuper || role.rolbypassrls || role.owns) {
    throw new UnusableDatabase('Requests would run with the rights of an owner: LMS refuses to serve.');
  }
  const clients = await core
    .selectFrom('core.clients')
    .select(['schema_name', 'role_name'])
    .orderBy(sql`random()`)
    .limit(2)
    .execute();
  const [one, other] = clients;
  if (!one) return;
  await refused(
    async () => await sql`SELECT 1 FROM ${sql.id(one.schema_name, 'leads')} LIMIT 1`.execute(core),
  );
  const asOne = kyselyAs<unknown>(pool, one.role_name);
  await refused(async () => await sql`SELECT 1 FROM core.users LIMIT 1`.execute(asOne));
  if (!other) return;
  await refused(
    async () => await sql`SELECT 1 FROM ${sql.id(other.schema_name, 'leads')} LIMIT 1`.execute(asOne),
  );
}

async function refused(read: () => Promise<unknown>): Promise<void> {
  try {
    await read();
  } catch (error) {
    if ((error as { code?: string }).code === FORBIDDEN) return;
    throw error;
  }
  throw new UnusableDatabase(
    'The wall between clients does not stand (a forbidden read succeeded): LMS refuses to serve.',
  );
}
