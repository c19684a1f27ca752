import { useQuery } from '@tanstack/react-query';
import { clients } from '#shared/installation/clients.ts';
import { MAX_PAGE_SIZE } from '#shared/protocol/pagination.ts';
import { query } from '#web/api/query.ts';
import { useUser } from '#web/session/useSession.ts';

type Choices = {
  isEnabled?: boolean;
  /** For forms that report themselves that no clients could be loaded. */
  isSilent?: boolean;
};

/** The first hundred clients that match the search, for selects. */
export function useClients(search = '', { isEnabled = true, isSilent = false }: Choices = {}) {
  return useQuery({
    ...query(clients.list, { query: { limit: String(MAX_PAGE_SIZE), ...(search && { search }) } }),
    staleTime: 60_000,
    enabled: isEnabled,
    meta: { isSilent },
    placeholderData: (previous) => previous,
  });
}

/** False in a new installation, where a user with access to all clients would find none. */
export function useHasClients(): boolean {
  const { data } = useClients('', { isEnabled: useUser().seesAllClients, isSilent: true });
  return data?.pagination?.total !== 0;
}
