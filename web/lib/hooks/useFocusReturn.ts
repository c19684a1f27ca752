import { useEffect, useState } from 'react';
import { focusContent } from '#web/lib/focus-content.ts';

/** A popup: the element that opened it, and the popup that was open around that. */
type Popup = { opener: HTMLElement | undefined; around: Popup | undefined };

const open: Popup[] = [];

/** The popup about to open. Of an item of a menu, which is about to close, the opener is the menu's button. */
function newPopup(): Popup {
  const { activeElement } = document;
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = button ? document.getElementById(button) : activeElement;
  const isOpener = opener instanceof HTMLElement && opener !== document.body;
  return { opener: isOpener ? opener : undefined, around: open.at(-1) };
}

/** Where the focus goes when the popup has closed; undefined means the page. */
function returnOf({ opener, around }: Popup): HTMLElement | undefined {
  if (opener?.isConnected) return opener;
  if (!around) return undefined;
  const isAround = open.includes(around);
  return isAround ? [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1) : returnOf(around);
}

/**
 * Returns the focus to the element it came from. If that has disappeared, the popup around it gets the focus; if
 * that has closed too, the element that opened it, or else the page. For popups that are mounted and unmounted
 * instead of opened and closed.
 */
export function useFocusReturn(): void {
  const [popup] = useState(newPopup);
  useEffect(() => {
    open.push(popup);
    return () => {
      open.splice(open.indexOf(popup), 1);
      const back = returnOf(popup);
      if (back) back.focus({ preventScroll: true });
      else focusContent();
    };
  }, [popup]);
}
