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
