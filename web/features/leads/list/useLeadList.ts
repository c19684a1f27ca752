import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { leads } from '#shared/leads/leads.ts';
import { query } from '#web/api/query.ts';
import { listQuery } from '#web/leads/list/list-query.ts';
import type { ListState } from '#web/leads/list/list-state.ts';

/** The page of leads for a list state, and the total without its search. */
export function useLeadList(state: ListState) {
  const list = useQuery({
    ...query(leads.list, { query: listQuery(state) }),
    placeholderData: keepPreviousData,
  });
  const withoutSearch = listQuery({ ...state, search: '', page: 1 });
  const all = useQuery({
    ...query(leads.list, { query: { ...withoutSearch, limit: '1' } }),
    enabled: state.search !== '',
  });
  return { list, unfiltered: all.data?.pagination };
}
