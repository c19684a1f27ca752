type Hold = { mayLeave: () => boolean; ask: (go: () => void) => void; here: number };

/** The last one is asked first: a popup is on top of its page. */
const holds: Hold[] = [];
let isReturning = false;

/** The index of the current page in the browser's history, as the router numbers it. */
const place = () => (history.state as { idx?: number } | null)?.idx;

/** Must be called before the router exists: `popstate` listeners run in the order of their registration. */
export function listenBeforeRouter(): void {
  addEventListener('popstate', (event) => {
    const there = place();
    if (isReturning) {
      isReturning = false;
      event.stopImmediatePropagation();
      return;
    }
    const hold = holds.findLast(({ here, mayLeave }) => there !== undefined && there !== here && !mayLeave());
    if (!hold || there === undefined) return;
    event.stopImmediatePropagation();
    isReturning = true;
    history.go(hold.here - there);
    hold.ask(() => history.go(there - hold.here));
  });
}

/** Leaves a form without a link, as by choosing another client, at once or after the last hold has asked. */
export function leaveBy(go: () => void): void {
  const hold = holds.findLast(({ mayLeave }) => !mayLeave());
  if (hold) hold.ask(go);
  else go();
}

/**
 * Reverses a step back or forward from this page before the router notices it, and asks with the way to take the
 * step. Returns a function that stops this. The router's own blocker does the same, but requires its data
 * loading: a lot of code for the sign-in page.
 */
export function holdHistory(mayLeave: Hold['mayLeave'], ask: Hold['ask']): () => void {
  const here = place();
  if (here === undefined) return () => undefined;
  const hold = { mayLeave, ask, here };
  holds.push(hold);
  return () => void holds.splice(holds.indexOf(hold), 1);
}
