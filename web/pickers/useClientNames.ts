import { useQuery } from '@tanstack/react-query';
import { clients } from '#shared/clients.ts';
import { MAX_PAGE_SIZE } from '#shared/pagination.ts';
import { query } from '#web/api/query.ts';
import { useSession } from '#web/session/useSession.ts';

/** Names of these clients by id, for users who see every client; undefined while unknown. */
export function useClientNames(ids: readonly string[]): (clientId: string) => string | undefined {
  const { user } = useSession();
  const wanted = [...new Set(ids)].filter(Boolean).sort().slice(0, MAX_PAGE_SIZE);
  const { data } = useQuery({
    ...query(clients.list, { query: { ids: wanted.join(','), limit: String(MAX_PAGE_SIZE) } }),
    staleTime: 5 * 60_000,
    enabled: user?.seesAllClients === true && wanted.length > 0,
    placeholderData: (previous) => previous,
  });
  const names = new Map(data?.data.clients.map((client) => [client.id, client.clientName]));
  return (clientId) => names.get(clientId);
}
