import { queryOptions } from '@tanstack/react-query';
import { leads } from '#shared/leads/leads.ts';
import { query } from '#web/api/query.ts';
import { keepLeadPage } from '#web/api/lead-page.ts';
import { filterQuery } from './list-query.ts';
import { DEFAULT_SORT, readListState } from './list-state.ts';
import { useTablePreferences } from './useTablePreferences.ts';

/**
 * Returns the query for a lead's position in the list of this address and its neighbours, whose pages are loaded before
 * they are opened.
 */
export function useNeighboursQuery(listSearch: URLSearchParams) {
  const { sort = DEFAULT_SORT } = useTablePreferences().preferences;
  const state = readListState(listSearch, sort);
  const order = { sort_by: state.sort_by, sort_order: state.sort_order };
  return (leadId: string) => {
    const question = query(leads.neighbours, {
      params: { id: leadId },
      query: { ...filterQuery(state), ...order, pages: 'true' },
    });
    return queryOptions({
      ...question,
      queryFn: async (context) => {
        const answer = await question.queryFn(context);
        for (const page of answer.data.pages ?? []) keepLeadPage(context.client, page);
        return answer;
      },
    });
  };
}
