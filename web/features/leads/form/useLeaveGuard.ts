import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

type Guard = {
  /** A way out that waits for an answer. */
  asks: boolean;
  stay: () => void;
  leave: () => void;
};

/** While `isDirty` says so, a link inside the product, Back and closing the tab ask before the page is left. */
export function useLeaveGuard(isDirty: () => boolean): Guard {
  const navigate = useNavigate();
  const [way, setWay] = useState<string | number>();

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const target = event.target instanceof Element ? event.target.closest('a') : null;
      if (!target || !isDirty() || !staysInTab(event, target)) return;
      event.preventDefault();
      event.stopPropagation();
      setWay(target.pathname + target.search + target.hash);
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [isDirty]);
  useBackGuard(isDirty, setWay);

  return {
    asks: way !== undefined,
    stay: () => setWay(undefined),
    leave: () => {
      if (typeof way === 'number') void navigate(way);
      else if (way !== undefined) void navigate(way);
    },
  };
}

/** A plain click on an address of the product; others leave this page as it is or are asked about by the browser. */
function staysInTab(event: MouseEvent, { origin, target, href }: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return isPlain && href !== '' && origin === location.origin && (target === '' || target === '_self');
}

/** The place of the current page among those the router has gone through. */
function placeInHistory(): number | undefined {
  const { idx } = (history.state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' ? idx : undefined;
}

/** Takes a step Back or Forward back before the router hears of it, and hands over how far it went. */
function useBackGuard(isDirty: () => boolean, onStep: (steps: number) => void): void {
  useEffect(() => {
    const here = placeInHistory();
    let isReturning = false;
    const onPop = (event: PopStateEvent) => {
      const there = placeInHistory();
      if (isReturning) {
        isReturning = false;
        event.stopImmediatePropagation();
        return;
      }
      if (here === undefined || there === undefined || here === there || !isDirty()) return;
      event.stopImmediatePropagation();
      isReturning = true;
      history.go(here - there);
      onStep(there - here);
    };
    window.addEventListener('popstate', onPop, true);
    return () => window.removeEventListener('popstate', onPop, true);
  }, [isDirty, onStep]);
}
