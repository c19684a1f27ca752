import { useEffect, useRef } from 'react';
import type { MouseEvent } from 'react';
import classes from '#web/features/leads/list/SelectBox.module.css';

type Props = {
  label: string;
  state: 'none' | 'some' | 'all';
  /** `isRange`: with Shift, the rows in between come along. */
  onToggle: (isRange: boolean) => void;
};

/** A checkbox whose whole cell is the target. */
export function SelectBox({ label, state, onToggle }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  // A click with Shift would mark the text between two rows.
  const keepText = (event: MouseEvent) => event.shiftKey && event.preventDefault();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the box inside is the control
    <label className={classes.cell} onMouseDown={keepText}>
      <input
        ref={box}
        type="checkbox"
        className={classes.box}
        aria-label={label}
        checked={state === 'all'}
        onChange={(event) =>
          onToggle((event.nativeEvent as Partial<globalThis.MouseEvent>).shiftKey === true)
        }
      />
    </label>
  );
}
