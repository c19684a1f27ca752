import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { isFocusLost } from '#web/lib/focus-content.ts';

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-reminder]')];

/**
 * When a focused row goes, because it is completed or snoozed, moves the focus to the row that takes its
 * place.
 */
export function useFocusOfNext(): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const own = row.current;
    return () => {
      // The row's menu is rendered elsewhere in the page, so the focus is lost instead of being inside the
      // row.
      if (!own || !(own.contains(document.activeElement) || isFocusLost())) return;
      const index = rows().findIndex((link) => own.contains(link));
      requestAnimationFrame(() => {
        if (!isFocusLost()) return;
        rows()
          .at(Math.min(index, rows().length - 1))
          ?.focus({ preventScroll: true });
      });
    };
  }, []);
  return row;
}
