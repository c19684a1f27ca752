import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { followOnline, isOnline } from '#web/lib/online.ts';

/** The words for what is loading; without a connection, that it waits for one. */
export function Coming({ children }: { children: ReactNode }) {
  const isConnected = useSyncExternalStore(followOnline, isOnline, isOnline);
  return isConnected ? children : 'You’re offline. This loads when you’re back online.';
}
