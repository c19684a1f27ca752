import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { readFirst } from '#web/api/first-reads.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { keepTokenFresh } from '#web/api/refresh.ts';
import { createDueReminders, DueRemindersContext } from '#web/live/due-reminders.ts';
import type { DueReminders } from '#web/live/due-reminders.ts';
import { PhoneCallsContext, createPhoneCalls } from '#web/live/phone-calls.ts';
import type { PhoneCalls } from '#web/live/phone-calls.ts';
import { checkCurrentUser } from '#web/live/current-user.ts';
import { currentSession, sessionKey } from '#web/session/session-store.ts';
import { readPreference } from '#web/lib/preferences.ts';
import { PUSH_OF } from '#web/live/push-mark.ts';
import { loadable } from '#web/lib/loadable.tsx';

const Toaster = loadable(async () => (await import('#web/ui/states/Toaster.tsx')).Toaster);

/**
 * Wraps everything private, once per session. The memory and work of a session are created here or below, and
 * end when React unmounts this. Module variables outlive a session and must hold nothing of it.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [queries] = useState(startQueries);
  const [due] = useState(createDueReminders);
  const [calls] = useState(createPhoneCalls);
  useEffect(() => {
    // A sign-in has just returned the user.
    if (!currentSession().isNew) void checkCurrentUser();
    const stopRefreshing = keepTokenFresh();
    const stopLive = followLiveSoon(queries, { due, calls });
    const stopKeeping = keepDaySoon(queries);
    keepPushSoon();
    return () => {
      stopRefreshing();
      stopLive();
      stopKeeping();
      queries.clear();
    };
  }, [queries, due, calls]);
  return (
    <QueryClientProvider client={queries}>
      <DueRemindersContext value={due}>
        <PhoneCallsContext value={calls}>
          <Toaster />
          {children}
        </PhoneCallsContext>
      </DueRemindersContext>
    </QueryClientProvider>
  );
}

function startQueries(): QueryClient {
  const queries = createQueryClient();
  readFirst(queries);
  return queries;
}

/** Live updates start after the page has rendered, since nothing on it waits for them. */
function followLiveSoon(queries: QueryClient, stores: { due: DueReminders; calls: PhoneCalls }): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  const start = async () => {
    const { followLive } = await import('#web/live/live.ts');
    const { user } = currentSession();
    if (!isOver && user) stop = followLive(queries, stores, user.id);
  };
  // Without the code of live updates the page works as if offline: it reloads when it becomes visible.
  void start().catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}

/** Without the code that keeps the day, nothing is kept. */
function keepDaySoon(queries: QueryClient): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  const start = async () => {
    const { keepDay } = await import('#web/api/kept/kept.ts');
    const { user } = currentSession();
    if (isOver || !user) return;
    stop = await keepDay(queries, sessionKey(user));
    if (isOver) stop();
  };
  void start().catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}

/** Keeps notifications on this device, where somebody has turned them on. */
function keepPushSoon(): void {
  const { user } = currentSession();
  if (!user || readPreference(PUSH_OF) === null) return;
  void import('#web/live/push-device.ts').then(({ keepPush }) => keepPush(user.id)).catch(() => undefined);
}
