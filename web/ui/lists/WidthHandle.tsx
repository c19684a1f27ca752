import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { MAX_WIDTH, MIN_WIDTH } from '#web/lib/column-width.ts';
import classes from './Table.module.css';

/** Sets a column's width in pixels, or to fit its content. `isDone` marks the end of a drag. */
export type SetWidth = (pixels: number | undefined, isDone: boolean) => void;

type Props = {
  cell: RefObject<HTMLTableCellElement | null>;
  onWidth: SetWidth;
  /** Moves the edge by the arrow keys. Present if nothing else in the header takes the focus. */
  keys?: { label: string; onKeyDown: (event: KeyboardEvent) => void } | undefined;
};

/** The edge of a column's header. Dragging sets the width, a double click fits the column to its content. */
export function WidthHandle({ cell, onWidth, keys }: Props) {
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    const width = cell.current?.offsetWidth;
    if (width === undefined || event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const from = event.clientX;
    const toward = getComputedStyle(handle).direction === 'rtl' ? -1 : 1;
    const widthAt = (x: number) => width + (x - from) * toward;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onWidth(widthAt(moved.clientX), false);
    const end = (ended: globalThis.PointerEvent) => {
      handle.removeEventListener('pointermove', move);
      // A click without movement sets nothing, since it may be the first half of a double click.
      if (ended.clientX !== from) onWidth(widthAt(ended.clientX), true);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end as EventListener, { once: true });
  };
  return (
    <span
      className={classes.edge}
      {...(keys
        ? {
            role: 'slider',
            tabIndex: 0,
            'aria-label': keys.label,
            'aria-valuenow': cell.current?.offsetWidth ?? 0,
            'aria-valuemin': MIN_WIDTH,
            'aria-valuemax': MAX_WIDTH,
            'aria-valuetext': `${cell.current?.offsetWidth ?? 0} pixels`,
            onKeyDown: keys.onKeyDown,
          }
        : { 'aria-hidden': true })}
      onPointerDown={start}
      onDoubleClick={() => onWidth(undefined, true)}
    />
  );
}
