/** How far a finger moves before a row follows it, and before its release acts. */
const STARTS = 16;
const ACTS = 88;

type Swipe = { row: HTMLElement; x: number; y: number; moves: boolean };

/**
 * Swipes of the rows of a page: right presses the row's button with the key C (call), left the one with S
 * (snooze). The buttons are there for everybody else.
 */
export function followSwipes(page: HTMLElement, signal: AbortSignal): void {
  let swipe: Swipe | undefined;
  const end = (acts: boolean, x = 0) => {
    if (!swipe) return;
    const { row, x: from, moves } = swipe;
    swipe = undefined;
    row.style.transform = '';
    if (!moves || !acts || Math.abs(x - from) < ACTS) return;
    // The touch ends with a click on what lies below the finger, which was not meant.
    addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => {
      removeEventListener('click', stop, { capture: true });
      row.querySelector<HTMLElement>(`[data-key="${x > from ? 'c' : 's'}"]`)?.click();
    });
  };
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const onDown = ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('li:has([data-key])') : null;
    swipe = row && isPrimary && pointerType === 'touch' ? { row, x, y, moves: false } : undefined;
  };
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (!swipe) return;
    const [dx, dy] = [clientX - swipe.x, Math.abs(clientY - swipe.y)];
    if (!swipe.moves && dy > STARTS) swipe = undefined;
    else if (swipe.moves || Math.abs(dx) > STARTS) {
      swipe.moves = true;
      swipe.row.style.transform = `translateX(${dx}px)`;
    }
  };
  const onUp = ({ clientX }: PointerEvent) => end(true, clientX);
  const onCancel = () => end(false);
  // Sideways movements are the row's, and the others scroll.
  page.style.touchAction = 'pan-y';
  signal.addEventListener('abort', () => (page.style.touchAction = ''));
  page.addEventListener('pointerdown', onDown, { signal });
  page.addEventListener('pointermove', onMove, { signal });
  page.addEventListener('pointerup', onUp, { signal });
  page.addEventListener('pointercancel', onCancel, { signal });
}
