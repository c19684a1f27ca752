import { useSearchParams } from 'react-router';
import { changeListState, readListState, writeListState } from '#web/leads/list-state.ts';
import type { ListSort, ListState } from '#web/leads/list-state.ts';

export type ChangeList = (change: Partial<ListState>, options?: { replace: boolean }) => void;

/** The list's state in the address, and how to change it; `sort` is the user's own default. */
export function useListState(sort: ListSort): [ListState, ChangeList] {
  const [search, setSearch] = useSearchParams();
  const change: ChangeList = (part, options) =>
    setSearch(
      (current) => writeListState(changeListState(readListState(current, sort), part), sort),
      options,
    );
  return [readListState(search, sort), change];
}
