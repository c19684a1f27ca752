import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  CHOSEN,
  DEFAULT_STATE,
  activeFilters,
  changeListState,
  droppedFilters,
  readListState,
  writeListState,
} from '#web/leads/list-state.ts';
import type { FilterKey, ListSort, ListState } from '#web/leads/list-state.ts';
import { currentSearch } from '#web/lib/current-search.ts';
import { ApiError } from '#web/lib/errors.ts';
import { useCan } from '#web/session/useCan.ts';

export type ChangeList = (change: Partial<ListState>, options?: { replace: boolean }) => void;

type ListAddress = {
  /** The address without the filters that make no sense. */
  state: ListState;
  change: ChangeList;
  /** The filters that were left out: the list says so in a chip (behaviour: filters). */
  dropped: readonly FilterKey[];
  /** Leaves out the filters that the server has refused; does nothing for another failure. */
  refuse: (error: unknown) => void;
};

/** The list's state in the address, and how to change it; `sort` is the user's own default. */
export function useListState(sort: ListSort): ListAddress {
  const [search, setSearch] = useSearchParams();
  const mayAskForCreator = useCan('leads.filter_by_creator');
  const [refused, setRefused] = useState<{ address: string; keys: readonly FilterKey[] }>();
  const refusedIn = (current: URLSearchParams) =>
    refused?.address === current.toString() ? refused.keys : [];
  // A link of an admin, opened by somebody who may not ask so: the list without that filter.
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

/** The active filters that a refusal of the server names; filters by custom fields are refused by field, or for want of a client. */
function refusedFilters(error: unknown, state: ListState): FilterKey[] {
  if (!(error instanceof ApiError) || error.status !== 422) return [];
  const named = error.fieldErrors.map(({ field = '' }) => field.split('.')[0]);
  const active = activeFilters(state);
  return active.filter(
    (key) => named.includes(key) || (key === 'custom' && named.includes('client_id') && !state.client_id),
  );
}
