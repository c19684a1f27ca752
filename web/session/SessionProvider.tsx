import { QueryClientProvider } from '@tanstack/react-query';
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
    return () => {
      stopRefreshing();
      queries.clear();
    };
  }, [queries]);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
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
