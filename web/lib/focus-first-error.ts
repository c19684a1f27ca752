/** Frames within which a slow machine has drawn a change. */
const PATIENCE = 30;

/** Puts the focus on the first wrong input, once it is drawn as such; a user who has moved on meanwhile is left there. */
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
