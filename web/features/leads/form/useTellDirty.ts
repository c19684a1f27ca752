import { useEffect } from 'react';
import { useIsOnline } from '#web/lib/hooks/useIsOnline.ts';

/**
 * Tells the page around a form whether leaving would lose what is typed. It would not while that waits for a
 * connection: it is sent all the same.
 */
export function useTellDirty(isDirty: boolean, isPending: boolean, onDirty?: (isDirty: boolean) => void) {
  const isOnline = useIsOnline();
  const isLost = isDirty && (isOnline || !isPending);
  useEffect(() => onDirty?.(isLost), [isLost, onDirty]);
}
