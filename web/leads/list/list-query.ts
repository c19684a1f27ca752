import type { InputOf } from '#shared/protocol/endpoint.ts';
import { FILTER_KEYS, LEAD_FILTERS } from '#shared/fields/lead-filters.ts';
import type { LeadFilter } from '#shared/fields/filter-kinds.ts';
import type { leads } from '#shared/leads/leads.ts';
import type { ListState } from './list-state.ts';

/** The filters and the search of a state by their API names, absent when not set. */
export function filterQuery(state: ListState): NonNullable<LeadQuery> {
  const filters = FILTER_KEYS.filter((key) => state[key].length > 0).flatMap((key) => {
    const filter: LeadFilter = LEAD_FILTERS[key];
    const sent = filter.kind === 'choice' ? filter.choices[String(state[key])]?.sends : undefined;
    return Object.entries(sent ?? { [key]: state[key] });
  });
  return { ...Object.fromEntries(filters), ...(state.search && { search: state.search }) };
}

type LeadQuery = InputOf<typeof leads.list>['query'];

/** Returns the API query for a state. */
export function listQuery(state: ListState): LeadQuery {
  const { sort_by, sort_order, page, limit } = state;
  return { ...filterQuery(state), sort_by, sort_order, page: String(page), limit: String(limit) };
}
