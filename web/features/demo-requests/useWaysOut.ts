import { useRef } from 'react';
import type { KeyboardEvent, MouseEvent, RefObject, SyntheticEvent } from 'react';

type Dialog = {
  dialog: RefObject<HTMLDialogElement | null>;
  step: number;
  onEscape: () => void;
  close: () => void;
};

/**
 * Escape, a click outside, and clicks inside of a dialog in steps. The second click of a double click hits the next
 * step, or the page beside it, and means neither.
 */
export function useWaysOut({ dialog, step, onEscape, close }: Dialog) {
  const pressedIn = useRef(step);
  const isLeftover = ({ detail }: MouseEvent) => {
    if (detail <= 1) pressedIn.current = step;
    return pressedIn.current !== step;
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Otherwise the browser closes the dialog at the second press, whatever the answer to the first was.
      event.preventDefault();
      onEscape();
    },
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      close();
    },
    onMouseDown: (event: MouseEvent) => {
      // The focus would leave the new step's heading.
      if (isLeftover(event)) event.preventDefault();
      else if (event.target === dialog.current) close();
    },
    onClickCapture: (event: MouseEvent) => {
      if (isLeftover(event)) event.stopPropagation();
    },
  };
}
