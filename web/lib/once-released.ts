let isPressed = false;
for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
  window.addEventListener(type, () => (isPressed = type === 'pointerdown'), { capture: true });

/**
 * Does the work at once, or when the mouse button or finger that is down has been lifted and its click is over: a part
 * that appears under a press pushes the pressed one away, and the press is lost.
 */
export function onceReleased(work: () => void): void {
  if (isPressed) window.addEventListener('pointerup', () => setTimeout(work), { once: true });
  else work();
}
