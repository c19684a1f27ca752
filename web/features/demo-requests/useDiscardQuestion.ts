import { useRef, useState } from 'react';

type Question = { isAsking: boolean; close: () => void; keepEditing: () => void };

/**
 * Closing asks first when typed text would be lost. A visitor who keeps editing continues where they were.
 */
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
    // The focused button disappears, and the focus must not leave the dialog with it.
    if (focused.current instanceof HTMLElement) focused.current.focus();
  };
  return { isAsking, close, keepEditing };
}
