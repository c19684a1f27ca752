import { useState } from 'react';
import { Change } from '#web/features/reports/Change.tsx';
import { FigureLink } from '#web/features/reports/FigureLink.tsx';
import classes from '#web/features/reports/Reports.module.css';
import type { Column } from '#web/features/reports/figure-columns.ts';
import { columnNamed, figureText } from '#web/features/reports/figure-columns.ts';
import { SortHeader } from '#web/ui/lists/SortHeader.tsx';
import table from '#web/ui/lists/Table.module.css';

/** A row: its name, its figures, and those of the period before. */
export type FigureRow<Figures> = { key: string; name: string; now: Figures; before: Figures };

type Props<Figures, Row extends FigureRow<Figures>> = {
  /** The table's name for screen readers. */
  caption: string;
  /** The heading of the name column. */
  heading: string;
  columns: readonly Column<Figures>[];
  rows: readonly Row[];
  /** The last row. */
  total?: Row;
  /** The list with the leads of a figure; undefined when no list shows exactly these. */
  linkOf: (column: Column<Figures>, row: Row) => string | undefined;
  /** The rows have a meaningful order, so sorting is not offered. */
  isOrdered?: boolean;
};
type Sort = { key: string; direction: 'asc' | 'desc' };

/** Figures in rows, each with its change since the period before, sortable by any column. */
export function FigureTable<Figures, Row extends FigureRow<Figures>>(props: Props<Figures, Row>) {
  const { caption, heading, columns, rows, total, linkOf, isOrdered } = props;
  const [sort, setSort] = useState<Sort>();
  const header = (key: string, label: string, first: Sort['direction']) =>
    isOrdered ? (
      <th key={key} scope="col" data-number={key !== 'name' || undefined}>
        {label}
      </th>
    ) : (
      <SortHeader
        key={key}
        label={label}
        isNumber={key !== 'name'}
        direction={sort?.key === key ? sort.direction : undefined}
        onSort={() =>
          setSort({ key, direction: sort?.key !== key ? first : sort.direction === 'asc' ? 'desc' : 'asc' })
        }
      />
    );
  const cells = (row: Row) =>
    columns.map((column) => <Cell key={column.key} column={column} row={row} to={linkOf(column, row)} />);
  return (
    <div className={classes.scroll}>
      <table className={`${table.table} ${classes.table}`} data-roomy>
        <caption className={table.caption}>{caption}</caption>
        <thead>
          <tr>
            {header('name', heading, 'asc')}
            {columns.map(({ key, title, heading: short = title }) => header(key, short, 'desc'))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, columns, sort).map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row">{total.name}</th>
              {cells(total)}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

type CellProps<Figures> = { column: Column<Figures>; row: FigureRow<Figures>; to: string | undefined };

function Cell<Figures>({ column, row, to }: CellProps<Figures>) {
  const value = column.of(row.now);
  const text = figureText(column, value);
  const label = `${text} ${column.title.toLowerCase()}: ${row.name}`;
  return (
    <td data-number>
      <FigureLink text={text} to={to} label={label} isRed={column.isNow && value !== 0} />
      <Change column={column} now={row.now} before={row.before} />
    </td>
  );
}

/** Rows without a figure come last in either direction. */
function sorted<Figures, Row extends FigureRow<Figures>>(
  rows: readonly Row[],
  columns: readonly Column<Figures>[],
  sort: Sort | undefined,
): readonly Row[] {
  if (!sort) return rows;
  const sign = sort.direction === 'asc' ? 1 : -1;
  const { of } = columnNamed(columns, sort.key);
  return rows.toSorted((one, other) => {
    if (sort.key === 'name') return sign * one.name.localeCompare(other.name);
    const [a, b] = [of(one.now), of(other.now)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}
