import { useQuery } from '@tanstack/react-query';
import { messageTemplates } from '#shared/leads/message-templates.ts';
import { query } from '#web/api/query.ts';
import { useUser } from '#web/session/useSession.ts';

/** The query for the templates of the user's client, or of a named one. */
export const templatesQuery = (named?: string) => ({
  ...query(messageTemplates.list, { query: named ? { client_id: named } : {} }),
  meta: { isSilent: true },
  // Live updates announce colleagues' changes.
  staleTime: 5 * 60_000,
});

/**
 * The templates of a client. Users with access to all clients name it, and nothing is loaded while it is
 * unknown.
 */
export function useTemplates(clientId: string | undefined) {
  const { seesAllClients } = useUser();
  const named = seesAllClients ? clientId : undefined;
  return useQuery({ ...templatesQuery(named), enabled: !seesAllClients || named !== undefined });
}
