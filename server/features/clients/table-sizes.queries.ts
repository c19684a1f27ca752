import { sql } from 'kysely';
import type { Engine } from '#server/db/cluster/engine.ts';
import type { ReadScope } from '#server/db/scope.ts';

/** On a coordinator the tables are empty shells, so the node with the rows is queried. */
const MEASURED = {
  postgresql: { rows: sql`c.reltuples`, bytes: sql`pg_total_relation_size(c.oid)` },
  citus: {
    rows: sql`(SELECT result::float8 FROM pg_catalog.run_command_on_shards(c.oid::regclass,
      'SELECT reltuples FROM pg_catalog.pg_class WHERE oid = ''%s''::regclass'))`,
    bytes: sql`pg_catalog.citus_total_relation_size(c.oid)`,
  },
};

/**
 * The tables of the one client that is read, by name, with PostgreSQL's row estimates and their size in bytes
 * including indexes.
 */
export async function sizesOf(
  { db }: ReadScope,
  { engine, schema }: { engine: Engine; schema: string },
): Promise<{ name: string; rows: number; bytes: number }[]> {
  const { rows, bytes } = MEASURED[engine];
  const sizes = await sql<{ name: string; rows: number; bytes: number }>`
    SELECT c.relname AS name, greatest(${rows}, 0)::int8 AS rows, ${bytes} AS bytes
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = ${schema} AND c.relkind = 'r' ORDER BY 1
  `.execute(db);
  return sizes.rows;
}
