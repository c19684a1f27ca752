import { UnstyledButton } from '@mantine/core';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { WidthHandle } from './WidthHandle.tsx';
import type { SetWidth } from './WidthHandle.tsx';
import classes from './Table.module.css';

type Props = {
  label: string;
  isNumber?: boolean;
  isName?: boolean;
  /** The direction of the list's sort by this column, if it is sorted by it. */
  direction?: 'asc' | 'desc' | undefined;
  /** Absent for a column the list cannot be sorted by. */
  onSort?: (() => void) | undefined;
  /** In pixels. If absent, as wide as the content. */
  width?: number | undefined;
  /** Absent for a column that cannot be resized. */
  onWidth?: SetWidth;
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -16, ArrowRight: 16 };

/**
 * A column's header. One click sorts, the next one reverses the order. Dragging the edge sets the width, and
 * so do the arrow keys with Shift.
 */
export function SortHeader({ label, isNumber, isName, direction, onSort, width, onWidth }: Props) {
  const cell = useRef<HTMLTableCellElement>(null);
  const sort = direction && (direction === 'asc' ? 'ascending' : 'descending');
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  const resize = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    // Arrow keys on a button belong to the page, so changing the width needs Shift.
    const isMeant = event.shiftKey || !onSort;
    if (!onWidth || !cell.current || step === undefined || !isMeant) return;
    event.preventDefault();
    onWidth(cell.current.offsetWidth + step, true);
  };
  return (
    <th
      ref={cell}
      scope="col"
      className={isName ? classes.nameHead : undefined}
      style={width === undefined ? undefined : { width, minWidth: width, maxWidth: width }}
      aria-sort={sort}
      // The edge has its own name, which is not part of the title.
      aria-label={onWidth && !onSort ? label : undefined}
      data-number={isNumber || undefined}
    >
      {onSort ? (
        <UnstyledButton
          className={classes.sort}
          data-sorted={direction}
          onClick={onSort}
          onKeyDown={resize}
          {...(onWidth && { 'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight' })}
        >
          {label}
          <Arrow size={13} aria-hidden="true" />
        </UnstyledButton>
      ) : (
        <span className={classes.label}>{label}</span>
      )}
      {onWidth && (
        <WidthHandle
          cell={cell}
          onWidth={onWidth}
          keys={onSort ? undefined : { label: `Width of ${label}`, onKeyDown: resize }}
        />
      )}
    </th>
  );
}
