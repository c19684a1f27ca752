import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const FIELD = 'input:not([type="hidden"]), textarea';

/**
 * In a popup the keyboard starts in the form's first field and not at the popup's X. Not under a finger, where the keys
 * on the screen would cover the form.
 */
export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const fieldInPopup = () => {
    const isWanted = form.current?.closest('[role="dialog"]') && matchMedia('(pointer: fine)').matches;
    return isWanted ? form.current?.querySelector<HTMLElement>(FIELD) : undefined;
  };
  // For the popup that opens with the form: it looks for this mark.
  useLayoutEffect(() => {
    fieldInPopup()?.setAttribute('data-autofocus', '');
  }, []);
  // For the form that arrives in an open popup.
  useEffect(() => {
    const timer = setTimeout(() => fieldInPopup()?.focus());
    return () => clearTimeout(timer);
  }, []);
  return form;
}
