/** The number of frames in which even a slow machine has rendered a change. */
const PATIENCE = 30;

/** Focuses the first invalid input once it renders as invalid, unless the user has moved on meanwhile. */
export function focusFirstError(): void {
  const { activeElement: from, body } = document;
  let frames = 0;
  const look = () => {
    if (document.activeElement !== from && document.activeElement !== body) return;
    const wrong = document.querySelector<HTMLElement>('form [aria-invalid="true"]');
    frames += 1;
    if (wrong) wrong.focus();
    else if (frames < PATIENCE) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
