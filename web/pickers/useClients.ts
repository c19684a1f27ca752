import { useQuery } from '@tanstack/react-query';
import { clients } from '#shared/clients.ts';
import { MAX_PAGE_SIZE } from '#shared/pagination.ts';
import { query } from '#web/api/query.ts';
import { useUser } from '#web/session/useSession.ts';

type Choices = {
  isEnabled?: boolean;
  /** For forms that say themselves that there are no clients to choose from. */
  isSilent?: boolean;
};

/** The first hundred clients that the search finds, for selects. */
export function useClients(search = '', { isEnabled = true, isSilent = false }: Choices = {}) {
  return useQuery({
    ...query(clients.list, { query: { limit: String(MAX_PAGE_SIZE), ...(search && { search }) } }),
    staleTime: 60_000,
    enabled: isEnabled,
    meta: { isSilent },
    placeholderData: (previous) => previous,
  });
}

/** False where somebody who sees every client would find none: a new installation. */
export function useHasClients(): boolean {
  const { data } = useClients('', { isEnabled: useUser().seesAllClients, isSilent: true });
  return data?.pagination?.total !== 0;
}
