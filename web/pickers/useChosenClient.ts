import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { leaveBy } from '#web/lib/hold-history.ts';
import { rememberClient } from '#web/pickers/useUsualClient.ts';
import { useUser } from '#web/session/useSession.ts';

/**
 * The client that a user with access to all clients has chosen, held in the page's address; undefined for
 * everybody else. It stays the usual one on other pages. A choice replaces the address, unless `isStep` makes Back
 * return to the previous choice. Unsaved edits ask first.
 */
export function useChosenClient({ isStep = false } = {}) {
  const { seesAllClients } = useUser();
  const [search, setSearch] = useSearchParams();
  const clientId = (seesAllClients && search.get('client_id')) || undefined;
  useEffect(() => {
    if (clientId) rememberClient(clientId);
  }, [clientId]);
  const choose = (id: string | null) =>
    leaveBy(() => setSearch(id ? { client_id: id } : {}, { replace: !isStep }));
  return [clientId, choose] as const;
}
