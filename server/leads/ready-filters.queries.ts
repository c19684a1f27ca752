import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { LeadFilters } from '#shared/leads.ts';
import { dayOf, zoneOf } from '#shared/dates.ts';
import { relativeDays } from '#shared/relative-days.ts';
import { PERMISSIONS, can } from '#shared/permissions.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { Forbidden, InvalidInput } from '#server/errors.ts';
import { statusMeanings, visibleCustom } from '#server/leads/field-options.queries.ts';
import { customConditions } from '#server/leads/custom-conditions.ts';
import { leadConditions } from '#server/leads/lead-filters.ts';
import type { ReadyFilters } from '#server/leads/lead-filters.ts';
import { searchConditions } from '#server/leads/lead-search.ts';
import { searchTerms } from '#server/leads/search-terms.queries.ts';

/** All of `ReadyFilters` but the mark. */
type Found = Pick<
  ReadyFilters,
  'wanted' | 'statusesMeant' | 'statusesClosed' | 'customConditions' | 'searchConditions'
>;

/**
 * Makes filters ready: looks up the statuses of a wanted meaning, and the custom fields of the client. Throws 403 for
 * leads by creator where the caller may not ask for those, 422 for a `custom` filter that does not fit the fields.
 */
export async function readyFilters(scope: ReadScope, sent: LeadFilters): Promise<ReadyFilters> {
  const wanted = withDays(scope, sent);
  const { meaning, no_next_step, custom, created_by, search } = wanted;
  if (created_by && !can(scope.user.role, 'leads.filter_by_creator'))
    throw new Forbidden(PERMISSIONS['leads.filter_by_creator'].refusal);
  if (wanted.import_id && scope.isEverything)
    throw new InvalidInput([{ field: 'import_id', message: 'Choose the client of this import.' }]);
  const meaningOf = meaning || no_next_step ? await statusMeanings(scope) : undefined;
  const inUse = meaningOf ? await statusesInUse(scope) : [];
  const meanings = inUse.map((one) => ({ ...one, meaning: meaningOf?.(one.status, one.client_id) }));
  const found: Found = {
    wanted,
    statusesMeant: meaning ? meanings.filter((one) => one.meaning === meaning) : [],
    statusesClosed: no_next_step ? meanings.filter((one) => one.meaning !== 'open') : [],
    customConditions: custom ? await customConditions(scope, custom) : [],
    searchConditions: search ? await conditionsOf(scope, search) : [],
  };
  return found as ReadyFilters;
}

/** One word for the days of creation becomes From and To, which the counters know, where all clients have one clock. */
function withDays({ client, zones }: ReadScope, sent: LeadFilters): LeadFilters {
  const { created, from_date, to_date, ...others } = sent;
  const [word = ''] = created ?? [];
  if (created?.length !== 1 || (from_date ?? to_date) !== undefined || zones.length > 0) return sent;
  const { from, to } = relativeDays(word, dayOf(new Date(), zoneOf(client)));
  return { ...others, ...(from && { from_date: from }), ...(to && { to_date: to }) };
}

async function conditionsOf(scope: ReadScope, search: string) {
  const visible = await visibleCustom(scope);
  return searchConditions(scope, search, await searchTerms(scope, search, visible), visible);
}

async function statusesInUse(scope: ReadScope) {
  const { rows } = await sql<{ client_id: string; status: string }>`
    SELECT DISTINCT ${scope.clientId('lead_totals')} AS client_id, status FROM ${scope.table('lead_totals')}
  `.execute(scope.db);
  return rows;
}

/** A condition on rows of `leads`: active leads of this user whose status is open. */
export async function openLeadsOf(scope: ReadScope, userId: string): Promise<RawBuilder<unknown>> {
  const filters = await readyFilters(scope, { assigned_to: [userId], meaning: 'open' });
  return sql.join(leadConditions(scope, filters), sql` AND `);
}
