import { useEffect, useState } from 'react';
import { focusContent } from '#web/lib/focus-content.ts';

/** The openers of each open popup: its own, then those of the popup in which that stood. */
const open: HTMLElement[][] = [];

/** The focused element; of an item of a menu, which is about to close, the menu's button. */
function openersNow(): HTMLElement[] {
  const { activeElement } = document;
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = button ? document.getElementById(button) : activeElement;
  const around = open.at(-1) ?? [];
  return opener instanceof HTMLElement && opener !== document.body ? [opener, ...around] : [...around];
}

/**
 * Returns the focus to the element it came from. If that has disappeared with the popup in which it stood, the
 * element from which that one was opened gets the focus, or else the page. For popups that are mounted and
 * unmounted instead of opened and closed.
 */
export function useFocusReturn(): void {
  const [openers] = useState(openersNow);
  useEffect(() => {
    open.push(openers);
    return () => {
      open.splice(open.indexOf(openers), 1);
      const opener = openers.find(({ isConnected }) => isConnected);
      if (opener) opener.focus({ preventScroll: true });
      else focusContent();
    };
  }, [openers]);
}
