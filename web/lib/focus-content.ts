const page = () => document.getElementById('content');

/** Whether no part of the page has the focus, since the part that had the focus has gone. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement === page();
}

/** Puts the focus on the page itself when the focused part has gone, so that the next Tab goes on in the page. */
export function focusContent(): void {
  if (isFocusLost()) page()?.focus({ preventScroll: true });
}
