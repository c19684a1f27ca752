import { useRef, useState } from 'react';

type Question = { isAsking: boolean; close: () => void; keepEditing: () => void };

/** Closing asks first when typed text would go; whoever keeps editing goes on where they were. */
export function useDiscardQuestion(hasTyped: boolean, onClose: () => void): Question {
  const [isAsking, setIsAsking] = useState(false);
  const focused = useRef<Element>(null);
  const close = () => {
    if (!hasTyped) return onClose();
    if (!isAsking) focused.current = document.activeElement;
    return setIsAsking(true);
  };
  const keepEditing = () => {
    setIsAsking(false);
    // The focus must not leave the dialog with the button that had it.
    if (focused.current instanceof HTMLElement) focused.current.focus();
  };
  return { isAsking, close, keepEditing };
}
