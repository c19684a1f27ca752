type Size = { width: number; height: number };
type Box = { left: number; top: number; right: number; bottom: number };
/** Where the cards of calls are: in a lower corner, in an upper one, or as a small button. */
export type Place = 'bottom' | 'top' | 'small';

/** Pixels between a card and the edge of the window. */
const EDGE = 20;

/**
 * The place in which cards of this size cover nothing of what has the focus. On a phone they are as wide as the window and
 * its keyboard needs the rest, so beside a text being typed they are small.
 */
export function placeOf(
  { width, height }: Size,
  view: Size,
  focus: { box: Box; isTyped: boolean } | undefined,
  isPhone: boolean,
): Place {
  if (!focus) return 'bottom';
  if (isPhone && focus.isTyped) return 'small';
  const left = isPhone ? 0 : view.width - EDGE - width;
  const covers = (top: number) =>
    focus.box.right > left &&
    focus.box.left < left + width &&
    focus.box.bottom > top &&
    focus.box.top < top + height;
  const edge = isPhone ? 0 : EDGE;
  if (!covers(view.height - edge - height)) return 'bottom';
  return covers(edge) ? 'small' : 'top';
}
