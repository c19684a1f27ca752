import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { leads } from '#shared/leads/leads.ts';
import { MAX_PAGE_SIZE } from '#shared/protocol/pagination.ts';
import { query } from '#web/api/query.ts';
import { CALLED_FROM } from '#web/leads/ways/call-way.ts';
import { callLink } from '#web/leads/list/list-link.ts';
import { filterQuery } from '#web/leads/list/list-query.ts';
import { ALL_LEADS, DEFAULT_STATE, writeListState } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import type { Selection } from '#web/leads/list/useSelection.ts';
import { messageOf } from '#web/lib/errors.ts';
import { useCan } from '#web/session/useCan.ts';
import { useUser } from '#web/session/useSession.ts';
import { copyWithToast } from '#web/ui/states/copy-with-toast.ts';
import { showFailure } from '#web/ui/states/toast.ts';

/** Actions on selected leads that need no permission. Each is absent when it is not possible. */
export type ChosenLeads = {
  /** The list of the selected leads. An address can hold at most a hundred leads. */
  list: ListState | undefined;
  call: (() => void) | undefined;
  copyNumbers: (() => void) | undefined;
};

/**
 * Uses the selected leads as a list: to call them one after the other, to export them, or to copy their
 * numbers.
 */
export function useChosenLeads(selection: Selection, state: ListState): ChosenLeads {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayCall = useCan('calls.write');
  const { masksContacts } = useUser();
  const list = listOf(selection, state);
  if (!list) return { list, call: undefined, copyNumbers: undefined };
  const read = async (limit: number) => {
    const { sort_by, sort_order } = list;
    const page = { ...filterQuery(list), sort_by, sort_order, page: '1', limit: String(limit) };
    return (await client.fetchQuery(query(leads.list, { query: page }))).data;
  };
  const call = async () => {
    const [first] = await read(1);
    if (first) await navigate(callLink(first.id, writeListState(list)), { state: CALLED_FROM.list });
  };
  const copyNumbers = async () => {
    const numbers = (await read(MAX_PAGE_SIZE)).flatMap(({ phone }) => phone ?? []);
    if (numbers.length === 0) showFailure('None of the selected leads has a number.');
    else
      await copyWithToast(
        numbers.join('\n'),
        numbers.length === 1 ? 'The number' : `The list of ${numbers.length} numbers`,
      );
  };
  const orSay = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => showFailure(messageOf(error, 'Please try again.')));
  return {
    list,
    call: mayCall ? orSay(call) : undefined,
    // Phone numbers are read one page at a time, and masked for some.
    copyNumbers: selection.isAll || masksContacts ? undefined : orSay(copyNumbers),
  };
}

function listOf({ isAll, leads: selected }: Selection, state: ListState): ListState | undefined {
  if (isAll) return { ...state, page: 1 };
  if (selected.size > MAX_PAGE_SIZE) return undefined;
  const { sort_by, sort_order, client_id } = state;
  const ids = [...selected.keys()].join(',');
  return { ...DEFAULT_STATE, sort_by, sort_order, client_id, view: ALL_LEADS, archived: 'all', ids };
}
