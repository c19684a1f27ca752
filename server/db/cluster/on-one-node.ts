import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Engine } from './engine.ts';
import type { ClientTables } from '#server/db/tables/client-tables.ts';

/**
 * The engine, and the client's tables on it; no tables for the mirror, which is on the same server as the
 * accounts.
 */
export type OnNode = { engine?: Engine; table?: (table: keyof ClientTables) => RawBuilder<unknown> };

/**
 * Goes after the rows of an `INSERT … SELECT` that come from a CTE only. On a cluster it adds one of the
 * client's tables to the statement, which therefore runs on the client's node; otherwise the coordinator
 * would send the rows to every node and fail if any of them is lost. Such a statement must not use defaults
 * or functions that read a clock.
 */
export function onOneNode({ engine, table }: OnNode): RawBuilder<unknown> {
  if (engine !== 'citus' || !table) return sql``;
  return sql` CROSS JOIN (SELECT count(*) AS any_members FROM (SELECT 1 FROM ${table('members')} members LIMIT 1) member) node`;
}
