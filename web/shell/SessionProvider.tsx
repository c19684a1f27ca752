import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { auth } from '#shared/auth.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { keepTokenFresh } from '#web/api/refresh.ts';
import { send } from '#web/api/send.ts';
import { createDueReminders, DueRemindersContext } from '#web/live/due-reminders.ts';
import type { DueReminders } from '#web/live/due-reminders.ts';
import { currentSession, keepUser } from '#web/session/session-store.ts';
import { loadable } from '#web/lib/loadable.tsx';

const Toaster = loadable(async () => (await import('#web/ui/Toaster.tsx')).Toaster);

/**
 * Stands around everything private, once per session: the memory and the work of a session are made here, or below,
 * and go when React takes this away. Module variables outlive a session and hold nothing of it.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  const [due] = useState(createDueReminders);
  useEffect(() => {
    void checkCurrentUser();
    const stopRefreshing = keepTokenFresh();
    const stopLive = followLiveSoon(queries, due);
    return () => {
      stopRefreshing();
      stopLive();
      queries.clear();
    };
  }, [queries, due]);
  return (
    <QueryClientProvider client={queries}>
      <DueRemindersContext value={due}>
        <Toaster />
        {children}
      </DueRemindersContext>
    </QueryClientProvider>
  );
}

/** Live updates begin when the page is there, since nothing on the page waits for them. */
function followLiveSoon(queries: QueryClient, due: DueReminders): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  const start = async () => {
    const { followLive } = await import('#web/live/live.ts');
    const { user } = currentSession();
    if (!isOver && user) stop = followLive(queries, due, user.id);
  };
  // Without the code of live updates the page works as without a network: it reads again when it is looked at.
  void start().catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}

/** Takes over changes of the user. A dead token has ended the session already; an outage changes nothing. */
async function checkCurrentUser(): Promise<void> {
  const { user: before, isNew } = currentSession();
  if (isNew) return;
  try {
    const { data } = await send(auth.me, {});
    // An answer that was asked for before the user changed something here knows only the old choice.
    if (currentSession().user === before && before?.id === data.user.id) keepUser(data.user);
  } catch {
    // The page's own loads show the failure.
  }
}
