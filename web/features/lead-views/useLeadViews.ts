import { useQuery } from '@tanstack/react-query';
import { leadViews } from '#shared/lead-views.ts';
import type { LeadView } from '#shared/lead-views.ts';
import { query } from '#web/api/query.ts';
import { readListState, viewAddress } from '#web/leads/list-state.ts';
import type { ListState } from '#web/leads/list-state.ts';
import { useUser } from '#web/session/useSession.ts';

export type Views = {
  views: readonly LeadView[];
  /** The view that the list opens with. */
  defaultId: string | null;
  /** The view of the address. */
  active: LeadView | undefined;
  /** The list differs from its view. */
  isChanged: boolean;
  /** The client of the views; undefined for the user's own client, and for users who see all clients while none is chosen. */
  clientId: string | undefined;
  /** False while a user who sees all clients has chosen none: views belong to a client. */
  hasViews: boolean;
};

/** The saved views of the list's client; while they load, or cannot be read, there are none. */
export function useLeadViews(state: ListState): Views {
  const { seesAllClients } = useUser();
  const clientId = (seesAllClients && state.client_id) || undefined;
  const hasViews = !seesAllClients || clientId !== undefined;
  const { data } = useQuery({
    ...query(leadViews.list, { query: clientId ? { client_id: clientId } : {} }),
    enabled: hasViews,
    meta: { isSilent: true },
  });
  const views = data?.data.views ?? [];
  const active = views.find(({ id }) => id === state.view);
  return {
    views,
    defaultId: data?.data.default_id ?? null,
    active,
    isChanged: active !== undefined && viewAddress(stateOf(active, state)) !== viewAddress(state),
    clientId,
    hasViews,
  };
}

/** The state of the list that a view opens; people of all clients stay with the client that they have chosen. */
export function stateOf(
  { id, address }: Pick<LeadView, 'id' | 'address'>,
  { client_id, limit }: ListState,
): ListState {
  return { ...readListState(new URLSearchParams(address)), view: id, client_id, limit };
}
