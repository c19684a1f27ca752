import { useSearchParams } from 'react-router';
import { useUser } from '#web/session/useSession.ts';

/**
 * The client that a user who sees every client has chosen, in the address of the page; undefined for everybody else. A choice
 * replaces the address unless `isStep` says that Back leads to the choice before.
 */
export function useChosenClient({ isStep = false } = {}) {
  const { seesAllClients } = useUser();
  const [search, setSearch] = useSearchParams();
  const clientId = (seesAllClients && search.get('client_id')) || undefined;
  const choose = (id: string | null) => setSearch(id ? { client_id: id } : {}, { replace: !isStep });
  return [clientId, choose] as const;
}
