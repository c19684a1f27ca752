import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { leads } from '#shared/leads.ts';
import { inNumbers } from '#shared/numbers.ts';
import { query } from '#web/api/query.ts';
import { listQuery } from '#web/leads/list/list-query.ts';
import { activeFilters } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { totalText } from '#web/ui/lists/PaginationFooter.tsx';

/** Words for the leads that match a state, with their number: usually the one that the list shows already. */
export function useMatchingWords(state: ListState): string {
  const { data } = useQuery({
    ...query(leads.list, { query: listQuery(state) }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  if (state.ids) return `The ${inNumbers(state.ids.split(',').length)} selected leads`;
  const { pagination } = data ?? {};
  const these =
    pagination?.total === 1 ? 'This lead' : `These ${pagination ? `${totalText(pagination)} ` : ''}leads`;
  return state.search || activeFilters(state).length > 0 ? `${these} (as filtered)` : these;
}
