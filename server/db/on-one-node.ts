import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Engine } from '#server/db/engine.ts';
import type { ClientTables } from '#server/db/tables.ts';

/** The engine, and the tables of a client on it; none of the mirror, which lies beside the accounts. */
export type OnNode = { engine?: Engine; table?: (table: keyof ClientTables) => RawBuilder<unknown> };

/**
 * Stands behind the rows of an `INSERT … SELECT` that come from a CTE alone. On a cluster the statement names a table of the
 * client there, and so runs on the client's node; a coordinator would send the rows to every node otherwise, and fail where any
 * of them is lost. Such a statement writes no default that reads a clock, and calls no function that does.
 */
export function onOneNode({ engine, table }: OnNode): RawBuilder<unknown> {
  if (engine !== 'citus' || !table) return sql``;
  return sql` CROSS JOIN (SELECT count(*) AS any_members FROM (SELECT 1 FROM ${table('members')} members LIMIT 1) member) node`;
}
