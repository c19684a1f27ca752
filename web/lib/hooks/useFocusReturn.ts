import { useEffect, useState } from 'react';
import { focusContent } from '#web/lib/focus-content.ts';

/**
 * Returns the focus to the element it came from, or to the page if that element has disappeared. For popups
 * that are mounted and unmounted instead of opened and closed.
 */
export function useFocusReturn(): void {
  const [origin] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true });
      else focusContent();
    },
    [origin],
  );
}
