import { useQuery } from '@tanstack/react-query';
import { leadViews } from '#shared/leads/lead-views.ts';
import type { LeadView } from '#shared/leads/lead-views.ts';
import { query } from '#web/api/query.ts';
import { readListState, viewAddress } from '#web/leads/list/list-state.ts';
import type { ListState } from '#web/leads/list/list-state.ts';
import { useUser } from '#web/session/useSession.ts';

export type Views = {
  views: readonly LeadView[];
  /** The view with which the list opens. */
  defaultId: string | null;
  /** The view in the address. */
  active: LeadView | undefined;
  /** Whether the list differs from its view. */
  isChanged: boolean;
  /**
   * The client of the views; undefined for the user's own client, and for users with access to all clients
   * who haven't chosen one.
   */
  clientId: string | undefined;
  /** False while a user with access to all clients hasn't chosen one: views belong to a client. */
  hasViews: boolean;
};

/** The saved views of the list's client; empty while they load or after a failure. */
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

/** The list state that a view opens. Users with access to all clients keep the client they have chosen. */
export function stateOf(
  { id, address }: Pick<LeadView, 'id' | 'address'>,
  { client_id, limit }: ListState,
): ListState {
  return { ...readListState(new URLSearchParams(address)), view: id, client_id, limit };
}
