import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { LeadFilters } from '#shared/leads.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { statusMeanings } from '#server/features/field-configuration/field-configuration.queries.ts';
import { customConditions } from '#server/features/leads/custom-conditions.ts';
import { leadConditions } from '#server/features/leads/lead-filters.ts';
import type { ListFilters } from '#server/features/leads/lead-filters.ts';

/**
 * Filters ready for `leadConditions`: what a status means, and which fields a client has of its own, is for its
 * configuration to say. Throws 422 for a `custom` filter that does not fit it.
 */
export async function readyFilters<F extends LeadFilters>(
  scope: ReadScope,
  filters: F,
): Promise<F & ListFilters> {
  const { meaning, no_next_step, custom } = filters;
  const asked = custom ? { asked: await customConditions(scope, custom) } : {};
  if (!meaning && !no_next_step) return { ...filters, ...asked };
  const meaningOf = await statusMeanings(scope);
  const inUse = await sql<{ client_id: string; status: string }>`
    SELECT DISTINCT ${scope.clientId('lead_totals')} AS client_id, status FROM ${scope.table('lead_totals')}
  `.execute(scope.db);
  const meant = inUse.rows.filter(({ status, client_id }) => meaningOf(status, client_id) === meaning);
  const over = inUse.rows.filter(({ status, client_id }) => meaningOf(status, client_id) !== 'open');
  return { ...filters, ...asked, ...(meaning && { meant }), ...(no_next_step && { over }) };
}

/** Active leads of this user whose status is open, as a condition on rows of `leads`. */
export async function openLeadsOf(scope: ReadScope, userId: string): Promise<RawBuilder<unknown>> {
  const filters = await readyFilters(scope, { assigned_to: userId, meaning: 'open' });
  return sql.join(leadConditions(scope, filters), sql` AND `);
}
