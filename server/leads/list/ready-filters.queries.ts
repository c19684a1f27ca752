import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { StatusMeaning } from '#shared/fields/lead-options.ts';
import type { LeadFilters } from '#shared/fields/lead-filters.ts';
import { dayOf, zoneOf } from '#shared/values/dates.ts';
import { relativeDays } from '#shared/values/relative-days.ts';
import { PERMISSIONS, can } from '#shared/accounts/permissions.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { Forbidden, InvalidInput } from '#server/errors.ts';
import {
  clientsWithOwnFields,
  contactFields,
  fieldOptions,
  statusMeanings,
  visibleCustom,
} from '#server/leads/settings/field-options.queries.ts';
import { customConditions } from './custom-conditions.ts';
import { funnelSteps, reachedBy } from '#server/leads/settings/funnel-steps.ts';
import type { FunnelStep } from '#server/leads/settings/funnel-steps.ts';
import { NO_STATUSES, leadConditions } from './lead-filters.ts';
import type { ReadyFilters, Statuses } from './lead-filters.ts';
import { leadSums } from './lead-sums.ts';
import { searchConditions } from './lead-search.ts';
import { searchTerms } from './search-terms.queries.ts';

/** All of `ReadyFilters` except the brand. */
type Found = Pick<
  ReadyFilters,
  'wanted' | 'statusesMeant' | 'statusesClosed' | 'statusesReached' | 'customConditions' | 'searchConditions'
>;

type StatusesByMeaning = (isWanted: (meaning: StatusMeaning) => boolean) => Statuses;

/**
 * Prepares filters: looks up the statuses of a wanted meaning, unless the caller has `known` ones, and the
 * client's custom fields. Throws 403 when the caller may not filter by creator, 422 for a `custom` filter
 * that does not fit the fields.
 */
export async function readyFilters(
  scope: ReadScope,
  sent: LeadFilters,
  known?: StatusesByMeaning,
): Promise<ReadyFilters> {
  const wanted = withDays(scope, sent);
  const { meaning, no_next_step, reached, custom, created_by, search } = wanted;
  if (created_by && !can(scope.user.role, 'leads.filter_by_creator'))
    throw new Forbidden(PERMISSIONS['leads.filter_by_creator'].refusal);
  if (wanted.import_id && scope.isEverything)
    throw new InvalidInput([{ field: 'import_id', message: 'Choose the client of this import.' }]);
  if (reached !== undefined && scope.isEverything)
    throw new InvalidInput([{ field: 'reached', message: 'Choose the client of this status.' }]);
  const statuses = known ?? (meaning || no_next_step ? await statusesByMeaning(scope) : () => NO_STATUSES);
  const found: Found = {
    wanted,
    statusesMeant: meaning ? statuses((status) => status === meaning) : NO_STATUSES,
    statusesClosed: no_next_step ? statuses((status) => status !== 'open') : NO_STATUSES,
    statusesReached: reached === undefined ? [] : reachedBy(await stepsOf(scope), reached),
    customConditions: custom ? await customConditions(scope, custom) : [],
    searchConditions: search ? await searchedLeads(scope, search) : [],
  };
  return found as ReadyFilters;
}

/**
 * The leads that reports and targets count as won: those with a won status that are neither archived nor
 * duplicates.
 */
export const wonLeads = async (scope: ReadScope): Promise<ReadyFilters> =>
  await readyFilters(scope, { meaning: 'won', is_archived: false, is_duplicate: false });

/** The steps of the client's funnel; there is none when all clients are read. */
export async function stepsOf(scope: ReadScope): Promise<FunnelStep[]> {
  const [{ statuses }, statusesIn] = await Promise.all([fieldOptions(scope), statusesByMeaning(scope)]);
  return funnelSteps(statuses, statusesIn((meaning) => meaning === 'won').common);
}

/**
 * Turns a single relative day of creation into From and To, which the counters support, if all clients share
 * one time zone.
 */
function withDays({ client, zones }: ReadScope, sent: LeadFilters): LeadFilters {
  const { created, from_date, to_date, ...others } = sent;
  const [word = ''] = created ?? [];
  if (created?.length !== 1 || (from_date ?? to_date) !== undefined || zones.length > 0) return sent;
  const { from, to } = relativeDays(word, dayOf(new Date(), zoneOf(client)));
  return { ...others, ...(from && { from_date: from }), ...(to && { to_date: to }) };
}

/** The leads that a search finds, in the trash as in every list. */
export async function searchedLeads(
  scope: ReadScope,
  search: string,
): Promise<readonly Expression<SqlBool>[]> {
  const visible = await searchedCustom(scope);
  return searchConditions(scope, search, await searchTerms(scope, search, visible), visible);
}

/** The custom values in parts of which the caller may search. */
async function searchedCustom(scope: ReadScope): Promise<RawBuilder<unknown>> {
  const visible = await visibleCustom(scope);
  if (!scope.user.masksContacts) return visible;
  return sql`(${visible} - ${[...(await contactFields(scope)).keys()]}::text[])`;
}

/** Returns a function that finds the statuses in use with a wanted meaning. */
export async function statusesByMeaning(scope: ReadScope): Promise<StatusesByMeaning> {
  const [meaningOf, own] = await Promise.all([statusMeanings(scope), clientsWithOwnFields(scope)]);
  const { rows } = await sql<{ client_id: string | null; status: string }>`
    SELECT DISTINCT client_id, status FROM ${leadSums(scope, own)} sums
  `.execute(scope.db);
  return (isWanted) => {
    const wanted = rows.filter(({ client_id, status }) => isWanted(meaningOf(status, client_id)));
    return {
      common: wanted.filter(({ client_id }) => client_id === null).map(({ status }) => status),
      own,
      ofOwn: wanted.flatMap(({ client_id, status }) => (client_id === null ? [] : [{ client_id, status }])),
    };
  };
}

/** A condition on `leads`: the user's active leads with an open status. */
export async function openLeadsOf(scope: ReadScope, userId: string): Promise<RawBuilder<unknown>> {
  const filters = await readyFilters(scope, { assigned_to: [userId], meaning: 'open' });
  return sql.join(leadConditions(scope, filters), sql` AND `);
}
