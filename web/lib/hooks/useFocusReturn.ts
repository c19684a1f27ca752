import { useEffect, useState } from 'react';
import { focusContent } from '#web/lib/focus-content.ts';

/** The focused element; of an item of a menu, which is about to close, the menu's button. */
function returningTo(): Element | null {
  const { activeElement } = document;
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : activeElement;
}

/**
 * Returns the focus to the element it came from, or to the page if that element has disappeared. For popups
 * that are mounted and unmounted instead of opened and closed.
 */
export function useFocusReturn(): void {
  const [origin] = useState(returningTo);
  useEffect(
    () => () => {
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true });
      else focusContent();
    },
    [origin],
  );
}
