import { useEffect, useState } from 'react';

const open: symbol[] = [];
/** Counts the user's actions; the capture phase of the window comes before every other listener. */
let turn = 0;
let lastClosedIn = -1;
for (const type of ['keydown', 'pointerdown', 'mousedown', 'click'])
  window.addEventListener(type, () => (turn += 1), { capture: true });

/**
 * For popups over popups: answers whether nothing lies over this one. Every open popup hears Escape, but one press
 * closes one; a popup therefore counts until every popup has heard the press that closed it.
 */
export function useTopmost(): () => boolean {
  const [me] = useState(() => Symbol('popup'));
  useEffect(() => {
    open.push(me);
    return () => {
      open.splice(open.indexOf(me), 1);
      lastClosedIn = turn;
    };
  }, [me]);
  return () => open.at(-1) === me && lastClosedIn !== turn;
}
