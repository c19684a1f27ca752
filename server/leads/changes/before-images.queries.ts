import { sql } from 'kysely';
import type { ClientScope } from '#server/db/scope.ts';
import { REMINDER_OWNERS } from './follow-up-owners.queries.ts';
import type { LeadColumn, SetChange } from './lead-changes.queries.ts';

/** The columns of a lead's before-image as a change: exactly the stored values, to the microsecond and the cent. */
export function beforeImages(
  scope: ClientScope,
  operationId: string,
  columns: readonly LeadColumn[],
): Pick<SetChange, 'values' | 'beside' | 'via' | 'remindersStay'> {
  const values = Object.fromEntries(
    columns.map((column) => [
      column,
      column === 'product_id'
        ? standing(scope)
        : column === 'next_followup_date'
          ? followUp(scope)
          : sql`back.${sql.id(column)}`,
    ]),
  );
  return {
    values,
    beside: {
      join: sql`CROSS JOIN LATERAL (
        SELECT b.* FROM ${scope.table('operation_leads')} o JOIN ${scope.table('leads')} l ON l.id = o.lead_id,
          LATERAL jsonb_populate_record(l, o.before) b
        WHERE o.operation_id = ${operationId}::uuid AND o.lead_id = old.id
      ) back`,
    },
    via: 'undo',
    // Reminders return to their former owners separately: see `giveRemindersBack`.
    remindersStay: true,
  };
}

/** Restores a product only if it still exists: a product deleted meanwhile cannot return with the lead. */
function standing(scope: ClientScope) {
  return sql`(SELECT p.id FROM ${scope.table('products')} p WHERE p.id = back.product_id)`;
}

/** Restores a follow-up date; a lead that had no next step keeps one that a user has planned since. */
function followUp(scope: ClientScope) {
  return sql`coalesce(back.next_followup_date, (SELECT min(r.reminder_date) FROM ${scope.table('reminders')} r
    WHERE r.lead_id = old.id AND NOT r.is_completed AND NOT r.is_automatic))`;
}

/** The columns that an operation changed in any of its leads. */
export async function changedColumns(scope: ClientScope, operationId: string): Promise<LeadColumn[]> {
  const found = await sql<{ column: LeadColumn }>`
    SELECT DISTINCT jsonb_object_keys(before - ${REMINDER_OWNERS}::text) AS column FROM ${scope.table('operation_leads')}
    WHERE operation_id = ${operationId} AND before IS NOT NULL
  `.execute(scope.db);
  return found.rows.map((row) => row.column);
}
