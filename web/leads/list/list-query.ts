import type { InputOf } from '#shared/endpoint.ts';
import type { leads } from '#shared/leads.ts';
import { FILTER_KEYS } from './list-state.ts';
import type { ListState } from './list-state.ts';

/** The filters and the search of a state by their API names, absent when not set. */
export function filterQuery(state: ListState): NonNullable<LeadQuery> {
  const { archived, duplicates, next_step, ...rest } = state;
  const texts = [...FILTER_KEYS, 'search' as const]
    .filter((key) => key !== 'archived' && key !== 'duplicates' && key !== 'next_step')
    .map((key) => [key, rest[key]] as const)
    .filter(([, value]) => value.length > 0);
  return {
    ...Object.fromEntries(texts),
    ...(duplicates && { is_duplicate: duplicates === 'only' ? 'true' : 'false' }),
    ...(next_step && { no_next_step: 'true' as const }),
    ...(archived === 'all'
      ? { show_all: 'true' as const }
      : { is_archived: archived === 'archived' ? 'true' : 'false' }),
  };
}

type LeadQuery = InputOf<typeof leads.list>['query'];

/** Returns the API query for a state. */
export function listQuery(state: ListState): LeadQuery {
  const { sort_by, sort_order, page, limit } = state;
  return { ...filterQuery(state), sort_by, sort_order, page: String(page), limit: String(limit) };
}
