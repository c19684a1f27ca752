import { useQuery } from '@tanstack/react-query';
import { clients } from '#shared/clients.ts';
import { query } from '#web/api/query.ts';
import { useSession } from '#web/session/useSession.ts';

/** Client id → name, for users who see every client; undefined while unknown. */
export function useClientNames(): (clientId: string) => string | undefined {
  const { user } = useSession();
  const { data } = useQuery({
    ...query(clients.list, { query: { limit: '100' } }),
    staleTime: 5 * 60_000,
    enabled: user?.seesAllClients === true,
  });
  const names = new Map(data?.data.clients.map((client) => [client.id, client.clientName]));
  return (clientId) => names.get(clientId);
}
