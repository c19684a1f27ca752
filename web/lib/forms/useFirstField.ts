import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const FIELD = 'input:not([type="hidden"]), textarea';

/**
 * Focuses the first field of a form, or of another part, in a popup instead of the popup's X. Does nothing on
 * touch devices, where the on-screen keyboard would cover the form.
 */
export function useFirstField<Part extends HTMLElement = HTMLFormElement>(): RefObject<Part | null> {
  const form = useRef<Part>(null);
  const fieldInPopup = () => {
    const isWanted = form.current?.closest('[role="dialog"]') && matchMedia('(pointer: fine)').matches;
    return isWanted ? form.current?.querySelector<HTMLElement>(FIELD) : undefined;
  };
  // For a popup that opens with the form: it looks for this attribute.
  useLayoutEffect(() => {
    fieldInPopup()?.setAttribute('data-autofocus', '');
  }, []);
  // For a form that renders in an already open popup.
  useEffect(() => {
    const timer = setTimeout(() => fieldInPopup()?.focus());
    return () => clearTimeout(timer);
  }, []);
  return form;
}
