const page = () => document.getElementById('content');

/** Whether nothing on the page has the focus, because the focused element has disappeared. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement === page();
}

/** Whether somebody is typing in a field. */
export const isTyping = () =>
  document.activeElement?.matches(
    'input:not([type="radio"], [type="checkbox"]), textarea, [contenteditable]',
  ) ?? false;

/**
 * Focuses the page itself when the focused element has disappeared, so that the next Tab continues in the
 * page.
 */
export function focusContent(): void {
  if (isFocusLost()) page()?.focus({ preventScroll: true });
}

/** Moves the focus from what is about to disappear back to where it was, or to the page if that has gone too. */
export function focusBack(before: Element | null | undefined): void {
  const back = before?.isConnected && before !== document.body ? before : page();
  if (back instanceof HTMLElement) back.focus({ preventScroll: true });
}

const FOCUSABLE = ':is(a[href], button, input, select, textarea):not(:disabled, [tabindex="-1"])';

/** The first control of the entry after a removed one of a list, or of the entry before it. */
function neighbourOf(gone: Element, records: readonly MutationRecord[]): HTMLElement | null | undefined {
  const { target, nextSibling, previousSibling } =
    records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone))) ?? {};
  if (!(target instanceof Element) || !target.matches('ul, ol, tbody')) return undefined;
  for (const beside of [nextSibling, previousSibling]) {
    if (beside instanceof Element && beside.isConnected) return beside.querySelector<HTMLElement>(FOCUSABLE);
  }
  return undefined;
}

/** Milliseconds after which nothing else gives the focus back; the library does so within ten. */
const LAST = 50;

/**
 * Keeps the focus from falling out of the page: a control that was disabled while its change was sent gets it back,
 * and when the focused element disappears, the next entry of its list gets it, or else the page itself.
 */
export function holdFocus(): void {
  let held: HTMLElement | undefined;
  const hold = ({ target }: FocusEvent) => {
    held = target instanceof HTMLElement ? target : undefined;
  };
  const letGo = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target.matches(':disabled')) return;
    // Chromium says so before it removes the element: one that stays was left by its user.
    queueMicrotask(() => {
      if (held === target && target.isConnected) held = undefined;
    });
  };
  document.addEventListener('focusin', hold, true);
  // First of all listeners: one that changes the page would give the focus back to what the user leaves.
  document.addEventListener('focusout', letGo, true);
  new MutationObserver((records) => {
    if (!held || document.activeElement !== document.body) return;
    if (!held.isConnected) {
      const next = neighbourOf(held, records);
      held = undefined;
      setTimeout(() => {
        if (isFocusLost()) next?.focus({ preventScroll: true });
        focusContent();
      }, LAST);
    } else if (!held.matches(':disabled')) held.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}
