import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const FIELD = 'input:not([type="hidden"]), textarea';

/**
 * Focuses the first field of a form, or of another part, in a popup, and not the popup's X. Does nothing for touch, where the keys on the
 * screen would cover the form.
 */
export function useFirstField<Part extends HTMLElement = HTMLFormElement>(): RefObject<Part | null> {
  const form = useRef<Part>(null);
  const fieldInPopup = () => {
    const isWanted = form.current?.closest('[role="dialog"]') && matchMedia('(pointer: fine)').matches;
    return isWanted ? form.current?.querySelector<HTMLElement>(FIELD) : undefined;
  };
  // For a popup that opens with the form: it looks for this mark.
  useLayoutEffect(() => {
    fieldInPopup()?.setAttribute('data-autofocus', '');
  }, []);
  // For a form that arrives in an open popup.
  useEffect(() => {
    const timer = setTimeout(() => fieldInPopup()?.focus());
    return () => clearTimeout(timer);
  }, []);
  return form;
}
