import type { TestApp } from '#test/app.ts';
import { readerOf } from '#test/rows/reader.ts';

/**
 * Leads, including trashed ones, whose follow-up date is not their earliest open reminder, or which have an
 * assignee and an open reminder without owner; empty if all is well.
 */
export async function followUpErrors(
  test: Pick<TestApp, 'database' | 'owner'>,
  schema: string,
): Promise<unknown[]> {
  const reader = await readerOf(test);
  const found = await reader.query<object>(
    `SELECT l.id, l.name, l.next_followup_date, r.earliest, r.of_nobody, l.deleted_at FROM ${schema}.leads l
     LEFT JOIN (SELECT lead_id, min(reminder_date) AS earliest, bool_or(user_id IS NULL) AS of_nobody
       FROM ${schema}.reminders WHERE NOT is_completed GROUP BY 1) r ON r.lead_id = l.id
     WHERE l.next_followup_date IS DISTINCT FROM r.earliest OR (r.of_nobody AND l.assigned_to IS NOT NULL)`,
  );
  return found.rows;
}
