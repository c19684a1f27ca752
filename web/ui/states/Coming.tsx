import type { ReactNode } from 'react';
import { useIsOnline } from '#web/lib/hooks/useIsOnline.ts';

/** The words for what is loading; without a connection, that it waits for one. */
export function Coming({ children }: { children: ReactNode }) {
  const isConnected = useIsOnline();
  return isConnected ? children : 'You’re offline. This loads when you’re back online.';
}
