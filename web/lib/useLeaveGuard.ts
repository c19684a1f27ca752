import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { holdHistory } from '#web/lib/hold-history.ts';

export type LeaveGuard = {
  /** True while a way out waits for an answer. */
  asks: boolean;
  stay: () => void;
  leave: () => void;
  /** Goes this way at once, or asks first. */
  attempt: (go: () => void) => void;
};

/**
 * While `isDirty` answers true, a link inside the product, the browser's Back and Forward, and closing the tab ask
 * before the page is left. While `isBusy` answers true, the page stays: the answer to a call is to be seen here.
 */
export function useLeaveGuard(isDirty: () => boolean, isBusy: () => boolean = () => false): LeaveGuard {
  const navigate = useNavigate();
  const { key } = useLocation();
  const [way, setWay] = useState<() => void>();
  const isLeaving = useRef(false);
  const latest = useRef({ isDirty, isBusy });
  useEffect(() => {
    latest.current = { isDirty, isBusy };
  });
  const mayLeave = useCallback(
    () => isLeaving.current || !(latest.current.isBusy() || latest.current.isDirty()),
    [],
  );
  const ask = useCallback((go: () => void) => {
    if (!latest.current.isBusy()) setWay(() => go);
  }, []);

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!mayLeave()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target.closest('a') : null;
      if (!target || mayLeave() || !staysInTab(event, target)) return;
      event.preventDefault();
      // A page below a popup does not ask as well.
      event.stopImmediatePropagation();
      const address = target.pathname + target.search + target.hash;
      ask(() => void navigate(address));
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [mayLeave, ask, navigate]);

  // Held anew on each page: a popup of the frame may stay open from one page to the next.
  useEffect(
    () => holdHistory(mayLeave, (steps) => ask(() => void navigate(steps))),
    [mayLeave, ask, navigate, key],
  );

  return {
    asks: way !== undefined,
    stay: () => setWay(undefined),
    leave: () => {
      isLeaving.current = true;
      way?.();
    },
    attempt: (go) => (mayLeave() ? go() : ask(go)),
  };
}

/**
 * Whether a click is a plain one on an address of the product; other clicks keep this page, or the browser asks about
 * them.
 */
function staysInTab(event: MouseEvent, { origin, target, href }: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return isPlain && href !== '' && origin === location.origin && (target === '' || target === '_self');
}
