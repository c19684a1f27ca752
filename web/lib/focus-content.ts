const page = () => document.getElementById('content');

/** Whether nothing on the page has the focus, because the focused element has disappeared. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement === page();
}

/**
 * Focuses the page itself when the focused element has disappeared, so that the next Tab continues in the
 * page.
 */
export function focusContent(): void {
  if (isFocusLost()) page()?.focus({ preventScroll: true });
}
