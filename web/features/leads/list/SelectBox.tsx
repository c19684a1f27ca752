import type { MouseEvent } from 'react';
import classes from '#web/features/leads/list/SelectBox.module.css';
import { CheckBox } from '#web/ui/fields/CheckBox.tsx';

type Props = {
  label: string;
  state: 'none' | 'some' | 'all';
  /** `isRange`: a click with Shift, which also selects the rows in between. */
  onToggle: (isRange: boolean) => void;
};

/** A checkbox whose whole cell is clickable. */
export function SelectBox({ label, state, onToggle }: Props) {
  // A click with Shift would select the text between two rows.
  const keepText = (event: MouseEvent) => event.shiftKey && event.preventDefault();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/label-has-associated-control -- the box inside is the control
    <label className={classes.cell} onMouseDown={keepText}>
      <CheckBox
        isIndeterminate={state === 'some'}
        aria-label={label}
        checked={state === 'all'}
        onChange={(event) =>
          onToggle((event.nativeEvent as Partial<globalThis.MouseEvent>).shiftKey === true)
        }
      />
    </label>
  );
}
