import type { KeyboardEvent, MouseEvent, RefObject, SyntheticEvent } from 'react';
import { useLeftoverClick } from '#web/lib/hooks/useLeftoverClick.ts';

type Dialog = {
  dialog: RefObject<HTMLDialogElement | null>;
  step: number;
  onEscape: () => void;
  close: () => void;
};

/**
 * Handles Escape, outside clicks, and clicks inside a dialog in steps. The second click of a double click
 * lands on the next step or on the page outside, and is ignored.
 */
export function useWaysOut({ dialog, step, onEscape, close }: Dialog) {
  const isLeftover = useLeftoverClick(step, step);
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Otherwise the browser closes the dialog at the second Escape, whatever the first one did.
      event.preventDefault();
      onEscape();
    },
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      close();
    },
    onMouseDown: (event: MouseEvent) => {
      // Otherwise the focus would leave the heading of the new step.
      if (isLeftover(event)) event.preventDefault();
      else if (event.target === dialog.current) close();
    },
    onClickCapture: (event: MouseEvent) => {
      if (isLeftover(event)) event.stopPropagation();
    },
  };
}
