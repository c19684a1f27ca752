import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ReadScope } from '#server/db/scope.ts';

/** From this row on a page skips so many rows that the leads in the trash are looked up first. */
const DEEP = 2000;

/**
 * Rows whose lead is not in the trash. For a page that begins at `offset`, near the beginning, each row's lead is looked up; for a
 * deep page or a count the leads in the trash are, which are fewer than all others.
 */
export function notInTrash(
  scope: ReadScope,
  table: 'call_logs' | 'reminders',
  offset = Infinity,
): RawBuilder<SqlBool> {
  const [leads, id] = [scope.table('leads'), sql.ref(`${table}.lead_id`)];
  if (offset >= DEEP)
    return sql<SqlBool>`${id} NOT IN (SELECT t.id FROM ${leads} t WHERE t.deleted_at IS NOT NULL)`;
  // OFFSET 0 keeps the look-up in its place: as a join, all leads in the trash would be read for a dozen rows.
  return sql<SqlBool>`NOT EXISTS (SELECT 1 FROM ${leads} t WHERE t.id = ${id} AND t.deleted_at IS NOT NULL OFFSET 0)`;
}
