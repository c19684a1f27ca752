import { useQuery } from '@tanstack/react-query';
import { messageTemplates } from '#shared/message-templates.ts';
import { query } from '#web/api/query.ts';
import { useUser } from '#web/session/useSession.ts';

/** The templates of a client, which users who see every client name; nothing is read while that is unknown. */
export function useTemplates(clientId: string | undefined) {
  const { seesAllClients } = useUser();
  const named = seesAllClients ? clientId : undefined;
  return useQuery({
    ...query(messageTemplates.list, { query: named ? { client_id: named } : {} }),
    enabled: !seesAllClients || named !== undefined,
    meta: { isSilent: true },
    // Colleagues' changes are announced.
    staleTime: 5 * 60_000,
  });
}
