import { useSearchParams } from 'react-router';
import { changeListState, readListState, writeListState } from '#web/features/leads/list/list-state.ts';
import type { ListState } from '#web/features/leads/list/list-state.ts';

export type ChangeList = (change: Partial<ListState>, options?: { replace: boolean }) => void;

/** The list's state in the address, and how to change it. */
export function useListState(): [ListState, ChangeList] {
  const [search, setSearch] = useSearchParams();
  const change: ChangeList = (part, options) =>
    setSearch((current) => writeListState(changeListState(readListState(current), part)), options);
  return [readListState(search), change];
}
