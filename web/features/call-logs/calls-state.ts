import { useSearchParams } from 'react-router';
import type { InputOf } from '#shared/protocol/endpoint.ts';
import { isId } from '#shared/fields/fields.ts';
import type { callLogs } from '#shared/activities/call-logs.ts';
import { STATUSES } from '#web/features/call-logs/call-words.ts';
import { currentSearch } from '#web/lib/address/current-search.ts';
import { readDays } from '#web/lib/day-range.ts';
import type { Days } from '#web/lib/day-range.ts';
import { readPage } from '#web/lib/address/read-page.ts';
import { readPeople } from '#web/lib/address/people-in-address.ts';

/** The state of the list of calls. In the address, so that Back and a copied link restore it. */
export type CallsState = Days & {
  user_id: readonly string[];
  call_status: string;
  /** For users with access to all clients. */
  client_id: string;
  page: number;
};

function readCallsState(search: URLSearchParams): CallsState {
  const [status, client] = ['call_status', 'client_id'].map((name) => search.get(name) ?? '');
  return {
    ...readDays(search),
    user_id: readPeople(search),
    call_status: STATUSES.find(({ value }) => value === status)?.value ?? '',
    client_id: client && isId(client) ? client : '',
    page: readPage(search),
  };
}

/** The state, and a function that changes it. Any other change starts again at page 1. */
export function useCallsState(): [
  CallsState,
  (change: Partial<CallsState>, options?: { replace: boolean }) => void,
] {
  const [search, setSearch] = useSearchParams();
  const change = (part: Partial<CallsState>, options?: { replace: boolean }) =>
    setSearch(() => {
      const { page, ...rest } = { ...readCallsState(currentSearch()), page: 1, ...part };
      const next = new URLSearchParams();
      for (const [name, value] of Object.entries(rest))
        for (const one of [value].flat()) if (one) next.append(name, one);
      if (page > 1) next.set('page', String(page));
      return next;
    }, options);
  return [readCallsState(search), change];
}

/** Returns the API query for a state. */
export function callsQuery({ page, ...state }: CallsState): InputOf<typeof callLogs.list>['query'] {
  const set = Object.entries(state).filter(([, value]) => value.length > 0);
  return { ...Object.fromEntries(set), page: String(page), limit: '24' };
}
