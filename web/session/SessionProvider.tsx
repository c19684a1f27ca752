import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { auth } from '#shared/auth.ts';
import { keepTokenFresh } from '#web/api/refresh.ts';
import { send } from '#web/api/send.ts';
import { currentSession, followOtherTabs, keepUser } from '#web/session/session-store.ts';
import { useSession } from '#web/session/useSession.ts';

/** Checks the remembered session at start, keeps its token fresh, and empties the caches when its user changes. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const caches = useQueryClient();
  const userId = user?.id;

  useEffect(() => {
    const stopFollowing = followOtherTabs();
    const stopRefreshing = keepTokenFresh();
    if (currentSession().user) void checkCurrentUser();
    return () => {
      stopFollowing();
      stopRefreshing();
    };
  }, []);

  useEffect(() => {
    const others = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== userId };
    caches.removeQueries(others);
  }, [caches, userId]);

  return children;
}

/** Takes over what changed about the user. A dead token has ended the session already; an outage changes nothing. */
async function checkCurrentUser(): Promise<void> {
  try {
    const { data } = await send(auth.me, {});
    if (currentSession().user?.id === data.user.id) keepUser(data.user);
  } catch {
    // Shown by the page's own loads.
  }
}
