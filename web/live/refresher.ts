import type { QueryClient } from '@tanstack/react-query';
import type { RowKind } from '#shared/row-kinds.ts';
import { EVERYTHING, readAgain, shownIn } from '#web/api/stale.ts';

/** Milliseconds: changes that come together are read once, and one busy colleague costs one round of reading per second. */
const GATHER = 150;
const BETWEEN = 1000;

/** Whether somebody is typing in a form: the page around it keeps still until they leave the field. */
function isTyping(): boolean {
  const field = document.activeElement;
  return (
    field !== null &&
    field.matches('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]') &&
    field.closest('form') !== null
  );
}

/**
 * Reads changed rows again that the page shows, quietly and together: the old ones stay on the screen until the answer is
 * there. A page in the background only notes it, and reads when it is looked at.
 */
export function createRefresher(queries: QueryClient): {
  changed: (kinds: readonly RowKind[] | 'everything') => void;
  stop: () => void;
} {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;

  const later = (time: number) => {
    timer ??= setTimeout(refresh, time);
  };
  const refresh = () => {
    timer = undefined;
    if (waiting.size === 0) return;
    // A change by this user reads its rows again when it is done.
    if (isTyping() || queries.isMutating() > 0) {
      later(GATHER * 2);
      return;
    }
    const segments = [...waiting];
    waiting.clear();
    last = Date.now();
    void readAgain(queries, segments, document.visibilityState === 'hidden' ? 'none' : 'active');
  };
  return {
    changed: (kinds) => {
      for (const segment of kinds === 'everything' ? EVERYTHING : shownIn(kinds)) waiting.add(segment);
      later(Math.max(GATHER, last + BETWEEN - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
