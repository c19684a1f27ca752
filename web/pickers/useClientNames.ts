import { useQuery } from '@tanstack/react-query';
import { clients } from '#shared/installation/clients.ts';
import type { Client } from '#shared/installation/clients.ts';
import { MAX_PAGE_SIZE } from '#shared/protocol/pagination.ts';
import { query } from '#web/api/query.ts';
import { useSession } from '#web/session/useSession.ts';

type Found = { clientOf: (clientId: string) => Client | undefined; isPending: boolean };

/** These clients by id, for users with access to all clients. `isPending` while they load. */
export function useClientsById(ids: readonly string[]): Found {
  const { user } = useSession();
  const wanted = [...new Set(ids)].filter(Boolean).toSorted().slice(0, MAX_PAGE_SIZE);
  const enabled = user?.seesAllClients === true && wanted.length > 0;
  const { data, isPlaceholderData, isPending } = useQuery({
    ...query(clients.list, { query: { ids: wanted.join(','), limit: String(MAX_PAGE_SIZE) } }),
    staleTime: 5 * 60_000,
    enabled,
    placeholderData: (previous) => previous,
  });
  const found = new Map(data?.data.clients.map((client) => [client.id, client]));
  return { clientOf: (id) => found.get(id), isPending: enabled && (isPending || isPlaceholderData) };
}

/** Names of these clients by id, for users with access to all clients; undefined while unknown. */
export function useClientNames(ids: readonly string[]): (clientId: string) => string | undefined {
  const { clientOf } = useClientsById(ids);
  return (clientId) => clientOf(clientId)?.clientName;
}
