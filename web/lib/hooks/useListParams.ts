import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { currentSearch } from '#web/lib/address/current-search.ts';
import { readPage } from '#web/lib/address/read-page.ts';
import { readDays } from '#web/lib/day-range.ts';
import type { Days } from '#web/lib/day-range.ts';

/** The state of a list besides its tab. In the address, so that Back and a copied link restore it. */
export type ListParams = Days & { search: string; page: number; action: string; team: string };
export type ChangeListParams = (change: Partial<ListParams>, options?: { replace: boolean }) => void;

/** Returns the id in an address; any other text counts as none. */
const readTeam = (text: string | null) => (/^[\da-f-]{36}$/i.test(text ?? '') ? (text ?? '') : '');

/** The state, and a function that changes it. Any other change starts again at page 1. */
export function useListParams(): [ListParams, ChangeListParams] {
  const [params, setParams] = useSearchParams();
  const state: ListParams = {
    search: (params.get('search') ?? '').slice(0, 100),
    action: params.get('action') ?? '',
    team: readTeam(params.get('team')),
    ...readDays(params),
    page: readPage(params),
  };
  const change: ChangeListParams = useCallback(
    (part, options) =>
      setParams(
        () => {
          const next = currentSearch();
          next.delete('page');
          for (const [name, value] of Object.entries(part)) {
            if (value && value !== 1) next.set(name, String(value));
            else next.delete(name);
          }
          return next;
        },
        options ?? { replace: part.page === undefined },
      ),
    [setParams],
  );
  return [state, change];
}
