import { useState } from 'react';
import { Link } from 'react-router';
import type { PeopleFigures } from '#shared/reports.ts';
import { Change } from '#web/features/reports/Change.tsx';
import classes from '#web/features/reports/Reports.module.css';
import type { Column } from '#web/features/reports/people-columns.ts';
import { columnNamed } from '#web/features/reports/people-columns.ts';
import { KINDS } from '#web/features/reports/report-rows.ts';
import type { ReportRow, RowsKind } from '#web/features/reports/report-rows.ts';
import { SortHeader } from '#web/ui/SortHeader.tsx';
import table from '#web/ui/Table.module.css';

type Compared = { now: PeopleFigures; before: PeopleFigures };
type Props = {
  columns: readonly Column[];
  rows: readonly ReportRow[];
  kind: RowsKind;
  team: Compared;
  /** The list behind a figure; undefined where no list shows exactly these. */
  linkOf: (column: Column, row?: ReportRow) => string | undefined;
};
type Sort = { key: string; direction: 'asc' | 'desc' };

/** The figures of each person or team and of all below them, in the order of any column. */
export function PeopleTable({ columns, rows, kind, team, linkOf }: Props) {
  const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'asc' });
  const header = (key: string, label: string, first: Sort['direction']) => (
    <SortHeader
      key={key}
      label={label}
      isNumber={key !== 'name'}
      direction={sort.key === key ? sort.direction : undefined}
      onSort={() =>
        setSort({
          key,
          direction: sort.key !== key ? first : sort.direction === 'asc' ? 'desc' : 'asc',
        })
      }
    />
  );
  return (
    <div className={classes.scroll}>
      <table className={`${table.table} ${classes.table}`} data-roomy>
        <caption className={table.caption}>
          Figures of {KINDS[kind].each}, with the change since the period before
        </caption>
        <thead>
          <tr>
            {header('name', KINDS[kind].heading, 'asc')}
            {columns.map(({ key, title }) => header(key, title, 'desc'))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, columns, sort).map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {columns.map((column) => (
                <Cell key={column.key} column={column} of={row} to={linkOf(column, row)} name={row.name} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Whole team</th>
            {columns.map((column) => (
              <Cell key={column.key} column={column} of={team} to={linkOf(column)} name="Whole team" />
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type CellProps = { column: Column; of: Compared; to: string | undefined; name: string };

function Cell({ column, of, to, name }: CellProps) {
  const value = column.of(of.now);
  const text = value === null ? '-' : column.text(value);
  return (
    <td data-number>
      {to === undefined ? (
        text
      ) : (
        <Link className={classes.link} to={to} aria-label={`${text} ${column.title.toLowerCase()}: ${name}`}>
          {text}
        </Link>
      )}
      <Change column={column} {...of} />
    </td>
  );
}

/** Rows without a figure come last in either direction. */
function sorted(rows: readonly ReportRow[], columns: readonly Column[], { key, direction }: Sort) {
  const sign = direction === 'asc' ? 1 : -1;
  const { of } = columnNamed(columns, key);
  return rows.toSorted((one, other) => {
    if (key === 'name') return sign * one.name.localeCompare(other.name);
    const [a, b] = [of(one.now), of(other.now)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}
