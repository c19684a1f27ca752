import { Button } from '@mantine/core';
import { createContext, useContext } from 'react';

/** Closes the surrounding popup, after asking about typed text. */
export const CloseDialog = createContext<() => void>(() => {});

/** The Cancel button of a popup's form. Asks before typed text is lost, as Escape and X do. */
export function DialogCancel({ disabled = false }: { disabled?: boolean }) {
  const close = useContext(CloseDialog);
  return (
    <Button variant="default" disabled={disabled} onClick={close}>
      Cancel
    </Button>
  );
}
