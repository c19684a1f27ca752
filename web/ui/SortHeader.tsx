import { UnstyledButton } from '@mantine/core';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import classes from '#web/ui/Table.module.css';

type Props = {
  label: string;
  isNumber?: boolean;
  isName?: boolean;
  /** The direction in which the list is sorted by this column, if it is. */
  direction?: 'asc' | 'desc' | undefined;
  /** Absent for a column the list cannot be sorted by. */
  onSort?: (() => void) | undefined;
};

/** A column's header; one click sorts, the next one reverses the order. */
export function SortHeader({ label, isNumber, isName, direction, onSort }: Props) {
  const sort = direction && (direction === 'asc' ? 'ascending' : 'descending');
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={isName ? classes.nameHead : undefined}
      aria-sort={sort}
      data-number={isNumber || undefined}
    >
      {onSort ? (
        <UnstyledButton className={classes.sort} data-sorted={direction} onClick={onSort}>
          {label}
          <Arrow size={13} aria-hidden="true" />
        </UnstyledButton>
      ) : (
        <span className={classes.label}>{label}</span>
      )}
    </th>
  );
}
