import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

export type Guard = {
  /** Leaves in this way, after a question where something would be lost. */
  ask: (way: () => void) => void;
  /** A way out that waits for an answer. */
  asks: boolean;
  stay: () => void;
  leave: () => void;
};

/** While `isDirty` says so, a link inside the product and closing the tab ask before the page is left. */
export function useLeaveGuard(isDirty: () => boolean): Guard {
  const navigate = useNavigate();
  const [way, setWay] = useState<() => void>();

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target.closest('a') : null;
      if (!target || !isDirty() || !staysInTab(event, target)) return;
      event.preventDefault();
      event.stopPropagation();
      const address = target.pathname + target.search + target.hash;
      setWay(() => () => void navigate(address));
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [isDirty, navigate]);

  return {
    ask: (next) => {
      if (isDirty()) setWay(() => next);
      else next();
    },
    asks: way !== undefined,
    stay: () => setWay(undefined),
    leave: () => way?.(),
  };
}

/** A plain click on an address of the product; others leave this page as it is or are asked about by the browser. */
function staysInTab(event: MouseEvent, { origin, target, href }: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return isPlain && href !== '' && origin === location.origin && (target === '' || target === '_self');
}
