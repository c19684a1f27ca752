/** Puts the focus on the page itself when the focused part has gone, so that the next Tab goes on in the page. */
export function focusContent(): void {
  if (document.activeElement === document.body)
    document.getElementById('content')?.focus({ preventScroll: true });
}
