import { sql } from 'kysely';
import type { FieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import { changeLeads, inBatches, lockLeads } from '#server/leads/changes/lead-changes.queries.ts';

/**
 * Gives a date of winning to the leads that have none although their status means won, so that reports and
 * targets count them: when they got that status, else when they were created.
 */
export async function dateWonLeads(caller: ClientScope, { status }: FieldConfiguration): Promise<void> {
  const statuses = (status.options ?? []).flatMap(({ value, meaning }) => (meaning === 'won' ? [value] : []));
  const scope = wholeCompany(caller);
  const isConcerned = (lead: string) =>
    sql`${sql.ref(`${lead}.status`)} = ANY(${statuses}::text[]) AND ${sql.ref(`${lead}.converted_at`)} IS NULL`;
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${scope.table('leads')} leads WHERE ${isConcerned('leads')}
  `.execute(scope.db);
  const since = sql`(SELECT max(at) FROM ${scope.table('lead_events')} e
    WHERE e.lead_id = old.id AND e.changes -> 'status' ->> 1 = old.status)`;
  const converted_at = sql`CASE WHEN ${isConcerned('old')} THEN coalesce(${since}, old.created_at) ELSE old.converted_at END`;
  await inBatches(
    rows.map(({ id }) => id),
    async (ids) =>
      await scope.transaction(async (inside) => {
        await lockLeads(inside, ids, sql`l.id`);
        await changeLeads(inside, { ids, values: { converted_at }, via: 'edit' });
      }),
  );
}
