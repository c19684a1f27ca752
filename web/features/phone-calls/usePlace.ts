import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { placeOf } from '#web/features/phone-calls/place-of.ts';
import type { Place } from '#web/features/phone-calls/place-of.ts';
import { isFocusLost } from '#web/lib/focus-content.ts';

const TYPED = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** The place of the cards, which moves when the focus does, so that they cover nothing of what has it. */
export function usePlace(cards: RefObject<HTMLElement | null>, isPhone: boolean): Place {
  const [place, setPlace] = useState<Place>('bottom');
  useEffect(() => {
    const stack = cards.current;
    if (!stack) return undefined;
    // A small stack keeps the size that it would have.
    let size = { width: 0, height: 0 };
    const look = () => {
      if (stack.dataset['place'] !== 'small') size = { width: stack.offsetWidth, height: stack.offsetHeight };
      const view = { width: innerWidth, height: innerHeight };
      setPlace(placeOf(size, view, focusOutside(stack), isPhone));
    };
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    const resizes = new ResizeObserver(soon);
    resizes.observe(stack);
    const events = ['focusin', 'focusout', 'scroll'] as const;
    for (const event of events) document.addEventListener(event, soon, { capture: true, passive: true });
    addEventListener('resize', soon);
    look();
    return () => {
      cancelAnimationFrame(frame);
      resizes.disconnect();
      for (const event of events) document.removeEventListener(event, soon, { capture: true });
      removeEventListener('resize', soon);
    };
  }, [cards, isPhone]);
  return place;
}

function focusOutside(stack: HTMLElement) {
  const { activeElement } = document;
  if (!activeElement || isFocusLost() || stack.contains(activeElement)) return undefined;
  return { box: activeElement.getBoundingClientRect(), isTyped: activeElement.matches(TYPED) };
}
