let isPressed = false;
for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
  window.addEventListener(type, () => (isPressed = type === 'pointerdown'), { capture: true });

/**
 * Runs the work at once or, while a mouse button or finger is down, after its release and click: content that
 * appears under the pointer would push the pressed element away, and the click would be lost.
 */
export function onceReleased(work: () => void): void {
  if (isPressed) window.addEventListener('pointerup', () => setTimeout(work), { once: true });
  else work();
}
