import { useEffect, useState } from 'react';

/** Gives the focus back to the element it came from. For popups that appear and go instead of opening and closing. */
export function useFocusReturn(): void {
  const [origin] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true });
    },
    [origin],
  );
}
