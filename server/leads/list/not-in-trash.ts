import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { ReadScope } from '#server/db/scope.ts';

/**
 * From this row on, a page skips more rows than it is worth checking one by one, so the leads in the trash
 * are looked up first.
 */
const DEEP = 2000;

/**
 * Rows whose lead is not in the trash. For a page near the beginning (`offset`), looks up each row's lead;
 * for a deep page or a count, looks up the leads in the trash, which are far fewer than the others.
 */
export function notInTrash(
  scope: ReadScope,
  table: 'call_logs' | 'reminders',
  offset = Infinity,
): RawBuilder<SqlBool> {
  const [leads, id] = [scope.table('leads'), sql.ref(`${table}.lead_id`)];
  if (offset >= DEEP)
    return sql<SqlBool>`${id} NOT IN (SELECT t.id FROM ${leads} t WHERE t.deleted_at IS NOT NULL)`;
  // OFFSET 0 prevents turning the lookup into a join, which would read all leads in the trash for a dozen
  // rows.
  return sql<SqlBool>`NOT EXISTS (SELECT 1 FROM ${leads} t WHERE t.id = ${id} AND t.deleted_at IS NOT NULL OFFSET 0)`;
}

/**
 * Whether a lead hides its reminder: in the trash always, in the archive only open ones, which would request
 * work.
 */
export function hidesReminder(lead: string, reminder: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${lead}.deleted_at`)} IS NOT NULL OR (${sql.ref(`${lead}.is_archived`)} AND NOT ${sql.ref(`${reminder}.is_completed`)}))`;
}

/** Reminders not hidden with their lead, looked up like the rows of `notInTrash`. */
export function notHidden(scope: ReadScope, offset = Infinity): RawBuilder<SqlBool> {
  const leads = scope.table('leads');
  if (offset >= DEEP)
    return sql<SqlBool>`${notInTrash(scope, 'reminders')} AND (reminders.is_completed
      OR reminders.lead_id NOT IN (SELECT t.id FROM ${leads} t WHERE t.is_archived AND t.deleted_at IS NULL))`;
  return sql<SqlBool>`NOT EXISTS (SELECT 1 FROM ${leads} t WHERE t.id = reminders.lead_id AND ${hidesReminder('t', 'reminders')} OFFSET 0)`;
}
