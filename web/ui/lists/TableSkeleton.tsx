import classes from './Table.module.css';

const WIDTHS = [132, 150, 104, 96, 72, 80, 64, 112, 120, 90];

type Props = {
  titles: readonly string[];
  rows: number;
  /** Whether the rows begin with a checkbox. */
  isSelectable?: boolean;
};

/**
 * A placeholder for a table before its first rows. Header and rows have the same heights, so that nothing
 * moves when the rows appear.
 */
export function TableSkeleton({ titles, rows, isSelectable = false }: Props) {
  return (
    <table className={classes.table} data-roomy={!isSelectable || undefined} aria-hidden="true">
      <thead>
        <tr>
          {isSelectable && <th className={classes.select} aria-label="Select" />}
          {titles.map((title) => (
            <th key={title}>
              <span className={classes.label}>{title}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {isSelectable && (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a shape, hidden from readers
              <td className={classes.select} />
            )}
            {titles.map((title, index) => (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a shape, hidden from readers
              <td key={title}>
                <span
                  className={classes.bone}
                  style={{ width: (WIDTHS[(index + row * 3) % WIDTHS.length] ?? 96) * 0.8 }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
