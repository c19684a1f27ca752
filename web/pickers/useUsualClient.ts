import { useClientsById } from '#web/pickers/useClientNames.ts';
import { useClients } from '#web/pickers/useClients.ts';
import { cacheKey, readPreference, writePreference } from '#web/lib/preferences.ts';
import { currentSession } from '#web/session/session-store.ts';
import { useUser } from '#web/session/useSession.ts';

const keyOf = (user: { id: string; clientId: string | null }) => cacheKey('client', user);

/**
 * Remembers the client that a user with access to all clients works for, until they sign out: for this tab, and for
 * those opened later.
 */
export function rememberClient(clientId: string): void {
  const { user } = currentSession();
  if (!user) return;
  writePreference(keyOf(user), clientId);
  writePreference(keyOf(user), clientId, 'tab');
}

const lastClient = (user: { id: string; clientId: string | null }) =>
  readPreference(keyOf(user), 'tab') ?? readPreference(keyOf(user));

/**
 * The default client where one is required: the last one chosen, or else the only one. Undefined without
 * either, and for users with their own client. Loads nothing unless it `isWanted`.
 */
export function useUsualClient(isWanted: boolean): string | undefined {
  const user = useUser();
  const isAsked = isWanted && user.seesAllClients;
  const last = (isAsked && lastClient(user)) || undefined;
  const { clientOf } = useClientsById(last ? [last] : []);
  const { data } = useClients('', { isEnabled: isAsked && !last, isSilent: true });
  const [first, second] = data?.data.clients ?? [];
  if (!isAsked) return undefined;
  if (last) return clientOf(last)?.id;
  return second ? undefined : first?.id;
}
