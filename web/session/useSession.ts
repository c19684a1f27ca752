import { useSyncExternalStore } from 'react';
import type { SessionUser } from '#shared/accounts/auth.ts';
import { currentSession, subscribeToSession } from '#web/session/session-store.ts';
import type { Session } from '#web/session/session-store.ts';

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession, currentSession);
}

/** The signed-in user. Throws outside the private routes. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error('useUser is for signed-in pages only.');
  return user;
}
