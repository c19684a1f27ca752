import classes from './Table.module.css';

/** Approximate widths of a list's columns, in pixels. */
const WIDTHS = [154, 83, 87, 130, 124, 69, 102, 176, 100, 161, 74];
/**
 * The share of its column's width that a placeholder takes. Each column has one of full width, which
 * determines its position.
 */
const SHARES = [1, 0.7, 0.85, 0.6];

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
          {titles.map((title, index) => (
            <th key={title} className={isSelectable && index === 0 ? classes.nameHead : undefined}>
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
              <td key={title} className={isSelectable && index === 0 ? classes.name : undefined}>
                <span
                  className={classes.bone}
                  style={{ width: (WIDTHS[index] ?? 96) * (SHARES[(index + row) % SHARES.length] ?? 1) }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
