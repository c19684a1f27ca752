import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { auth } from '#shared/auth.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { keepTokenFresh } from '#web/api/refresh.ts';
import { send } from '#web/api/send.ts';
import { currentSession, keepUser } from '#web/session/session-store.ts';

/** Around everything private, once per user: caches of their own that go with them, and a token kept fresh. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  useEffect(() => {
    void checkCurrentUser();
    const stopRefreshing = keepTokenFresh();
    const stopLive = followLiveSoon(queries);
    return () => {
      stopRefreshing();
      stopLive();
      queries.clear();
    };
  }, [queries]);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

/** Live updates begin when the page is there: nothing on it waits for them. */
function followLiveSoon(queries: QueryClient): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  const start = async () => {
    const { followLive } = await import('#web/live/live.ts');
    const { user } = currentSession();
    if (!isOver && user) stop = followLive(queries, user.id);
  };
  // Without its code the page works as it does without the network: it reads again when it is looked at.
  void start().catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
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
