import { useEffect, useState } from 'react';

const open: symbol[] = [];
/** Counts the user's actions. The capture phase of the window runs before every other listener. */
let turn = 0;
let lastClosedIn = -1;
for (const type of ['keydown', 'pointerdown', 'mousedown', 'click'])
  window.addEventListener(type, () => (turn += 1), { capture: true });

/**
 * For stacked popups: returns a function that tells whether this one is on top. Every open popup receives
 * Escape, but one press must close only one. A closed popup therefore counts until every popup has received
 * that key press.
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
