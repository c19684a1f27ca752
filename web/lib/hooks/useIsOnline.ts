import { useSyncExternalStore } from 'react';
import { followOnline, isOnline } from '#web/lib/online.ts';

/** Whether the server is reachable, to the page's knowledge. */
export const useIsOnline = () => useSyncExternalStore(followOnline, isOnline, isOnline);
