import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Focuses a dialog's content, whose ref it returns, when another step replaces it: the clicked button has
 * disappeared.
 */
export function useStepFocus(step: unknown, onStep?: () => void): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    content.current?.focus({ preventScroll: true });
    onStep?.();
  }, [step, onStep]);
  return content;
}
