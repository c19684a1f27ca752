import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { holdHistory } from '#web/lib/hold-history.ts';

export type LeaveGuard = {
  /** True while the leave question is open. */
  asks: boolean;
  stay: () => void;
  leave: () => void;
  /** Leaves this way at once, or asks first. */
  attempt: (go: () => void) => void;
};

/**
 * While `isDirty` returns true, a link inside the product, the browser's Back and Forward, another client
 * chosen for the page, and closing the tab ask before the page is left. While `isBusy` returns true, the page
 * stays, since it has to show the result of a call.
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
      // A page below a popup must not ask as well.
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

  // Renewed on each page: a popup of the frame may stay open across pages.
  useEffect(() => holdHistory(mayLeave, ask), [mayLeave, ask, key]);

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
 * Whether a click is a plain one on an address of the product. After other clicks this page stays, or the
 * browser asks.
 */
function staysInTab(event: MouseEvent, { origin, target, href }: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return isPlain && href !== '' && origin === location.origin && (target === '' || target === '_self');
}
