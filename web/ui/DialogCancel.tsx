import { Button } from '@mantine/core';
import { createContext, useContext } from 'react';

/** Closes the popup around, after the question that typed text deserves. */
export const CloseDialog = createContext<() => void>(() => {});

/** The Cancel of a popup's form: asks before typed text is lost, as Escape and X do. */
export function DialogCancel({ disabled = false }: { disabled?: boolean }) {
  const close = useContext(CloseDialog);
  return (
    <Button variant="default" disabled={disabled} onClick={close}>
      Cancel
    </Button>
  );
}
