import { useRef } from 'react';

type Press = { detail: number };

/**
 * Returns whether a press or click is left over from a double click that began on another screen. `begunOn` is the
 * screen on which the first one counts as begun: undefined on a screen that has just replaced the clicked one.
 */
export function useLeftoverClick<Screen>(
  screen: Screen,
  begunOn: Screen | undefined,
): (press: Press) => boolean {
  const begun = useRef(begunOn);
  return ({ detail }) => {
    if (detail <= 1) begun.current = screen;
    return begun.current !== screen;
  };
}
