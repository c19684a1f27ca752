import { useEffect, useState } from 'react';

/** For popups, which appear and go instead of opening and closing: the focus goes back to where it came from. */
export function useFocusReturn(): void {
  const [origin] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true });
    },
    [origin],
  );
}
