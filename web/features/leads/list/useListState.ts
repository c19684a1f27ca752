import { useSearchParams } from 'react-router';
import { changeListState, readListState, writeListState } from '#web/leads/list-state.ts';
import type { ListSort, ListState } from '#web/leads/list-state.ts';
import { useCan } from '#web/session/useCan.ts';

export type ChangeList = (change: Partial<ListState>, options?: { replace: boolean }) => void;

/** The list's state in the address, and how to change it; `sort` is the user's own default. */
export function useListState(sort: ListSort): [ListState, ChangeList] {
  const [search, setSearch] = useSearchParams();
  const mayAskForCreator = useCan('leads.filter_by_creator');
  // A link of an admin, opened by somebody who may not ask so: the list without that filter.
  const read = (current: URLSearchParams): ListState => ({
    ...readListState(current, sort),
    ...(!mayAskForCreator && { created_by: '' }),
  });
  const change: ChangeList = (part, options) =>
    setSearch((current) => writeListState(changeListState(read(current), part), sort), options);
  return [read(search), change];
}
