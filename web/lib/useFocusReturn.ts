import { useEffect, useState } from 'react';
import { focusContent } from '#web/lib/focus-content.ts';

/**
 * Gives the focus back to the element it came from, or to the page when that element has gone meanwhile. For popups
 * that appear and go instead of opening and closing.
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
