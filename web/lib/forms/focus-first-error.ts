/** The number of frames in which even a slow machine has rendered a change. */
const PATIENCE = 30;

/** Focuses the first invalid input once it renders as invalid, unless the user has moved on meanwhile. */
export function focusFirstError(): void {
  const { activeElement: from, body } = document;
  // The form's button gets the focus back after the call (`holdFocus`).
  const isHere = (now: Element | null) => now === from || now === body || now?.matches('[type="submit"]');
  let frames = 0;
  const look = () => {
    if (!isHere(document.activeElement)) return;
    const wrong = document.querySelector<HTMLElement>('form [aria-invalid="true"]');
    frames += 1;
    if (wrong) wrong.focus();
    else if (frames < PATIENCE) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
