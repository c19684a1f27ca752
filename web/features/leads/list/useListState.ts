import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FilterKey } from '#shared/fields/lead-filters.ts';
import {
  CHOSEN,
  DEFAULT_STATE,
  activeFilters,
  changeListState,
  droppedFilters,
  readListState,
  writeListState,
} from '#web/leads/list/list-state.ts';
import type { ListSort, ListState } from '#web/leads/list/list-state.ts';
import { currentSearch } from '#web/lib/address/current-search.ts';
import { ApiError } from '#web/lib/errors.ts';
import { useCan } from '#web/session/useCan.ts';

export type ChangeList = (change: Partial<ListState>, options?: { replace: boolean }) => void;

type ListAddress = {
  /** The address without its invalid filters. */
  state: ListState;
  change: ChangeList;
  /** The filters that were left out, shown in a chip of the list. */
  dropped: readonly FilterKey[];
  /** Leaves out the filters that the server has rejected. Ignores other failures. */
  refuse: (error: unknown) => void;
};

/** The list's state in the address, and how to change it. `sort` is the user's default. */
export function useListState(sort: ListSort): ListAddress {
  const [search, setSearch] = useSearchParams();
  const mayAskForCreator = useCan('leads.filter_by_creator');
  const [refused, setRefused] = useState<{ address: string; keys: readonly FilterKey[] }>();
  const refusedIn = (current: URLSearchParams) =>
    refused?.address === current.toString() ? refused.keys : [];
  // A link from an admin, opened by somebody without the permission for this filter: the list leaves it out.
  const forbidden: readonly FilterKey[] = mayAskForCreator ? [] : ['created_by'];
  const read = (current: URLSearchParams): ListState => ({
    ...readListState(current, sort),
    ...Object.fromEntries([...forbidden, ...refusedIn(current)].map((key) => [key, DEFAULT_STATE[key]])),
  });
  const state = read(search);
  const change: ChangeList = (part, options) =>
    setSearch(writeListState(changeListState(read(currentSearch()), part), sort), {
      ...options,
      state: CHOSEN,
    });
  return {
    state,
    change,
    dropped: [
      ...new Set([
        ...droppedFilters(search),
        ...forbidden.filter((key) => search.has(key)),
        ...refusedIn(search),
      ]),
    ],
    refuse: (error) => {
      const keys = refusedFilters(error, state);
      if (keys.length > 0) setRefused({ address: search.toString(), keys: [...refusedIn(search), ...keys] });
    },
  };
}

/**
 * The active filters that a rejection by the server names. Filters by custom fields are rejected by field, or
 * because no client is chosen.
 */
function refusedFilters(error: unknown, state: ListState): FilterKey[] {
  if (!(error instanceof ApiError) || error.status !== 422) return [];
  const named = error.fieldErrors.map(({ field = '' }) => field.split('.')[0]);
  const active = activeFilters(state);
  return active.filter(
    (key) => named.includes(key) || (key === 'custom' && named.includes('client_id') && !state.client_id),
  );
}
