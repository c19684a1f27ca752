import { sql } from 'kysely';
import type { Engine } from '#server/db/cluster/engine.ts';
import { LATEST_CLIENT_VERSION } from '#server/db/structure/client-schemas.ts';
import { CORE_MIGRATIONS } from '#server/db/migrations/core/index.ts';
import { openCore } from '#server/db/system-scope.ts';
import type { SystemScope } from '#server/db/system-scope.ts';

/** The versions in use; throws when the database does not respond. */
export async function getVersions(
  system: SystemScope,
): Promise<{ engine: Engine; database: string; core: string; clients: string }> {
  const found = await sql<{ version: string; citus: string | null }>`
    SELECT current_setting(${'server_version'}) AS version,
      (SELECT extversion FROM pg_catalog.pg_extension WHERE extname = 'citus') AS citus
  `.execute(openCore(system));
  const { version = '', citus = null } = found.rows[0] ?? {};
  return {
    engine: citus === null ? 'postgresql' : 'citus',
    database: `PostgreSQL ${version}`.trim() + (citus === null ? '' : ` with Citus ${citus}`),
    core: CORE_MIGRATIONS.at(-1)?.name ?? '',
    clients: LATEST_CLIENT_VERSION,
  };
}

/** Throws when the database does not respond. */
export async function askDatabase(system: SystemScope): Promise<void> {
  await sql`SELECT 1`.execute(openCore(system));
}
