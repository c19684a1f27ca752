import { useState } from 'react';
import { daysInMonth, monthName } from '#shared/months.ts';
import type { ReportDays, SourceFigures } from '#shared/reports.ts';
import { FigureLink } from '#web/features/reports/FigureLink.tsx';
import { FigureSelect } from '#web/features/reports/FigureSelect.tsx';
import classes from '#web/features/reports/Reports.module.css';
import type { SourceRow } from '#web/features/reports/source-columns.ts';
import { columnNamed, figureText } from '#web/features/reports/figure-columns.ts';
import type { Column } from '#web/features/reports/figure-columns.ts';
import table from '#web/ui/Table.module.css';

type Props = {
  columns: readonly Column<SourceFigures>[];
  months: readonly string[];
  rows: readonly SourceRow[];
  total: SourceRow;
  days: ReportDays;
  linkOf: (days: ReportDays, column: Column<SourceFigures>, row: SourceRow) => string | undefined;
};

/** One figure in each month: a bar of the sources' parts, and the numbers of every source in a table beside it. */
export function MonthChart({ columns, months, rows, total, days, linkOf }: Props) {
  const [key, setKey] = useState('new_leads');
  const column = columnNamed(columns, key);
  const inMonth = (row: SourceRow, place: number) => column.of(row.months[place] as SourceFigures);
  const largest = Math.max(1, ...months.map((_, place) => inMonth(total, place) ?? 0));
  const shown = rows
    .filter((row) => (column.of(row.now) ?? 0) > 0)
    .toSorted((one, other) => (column.of(other.now) ?? 0) - (column.of(one.now) ?? 0));
  return (
    <section className={classes.card} aria-label="Sources by month">
      <header className={classes.head}>
        <h2 className={classes.title}>By month</h2>
        <FigureSelect label="Figure by month" columns={columns} column={column} onChange={setKey} />
      </header>
      <div className={classes.months} aria-hidden="true">
        {months.map((month, place) => (
          <div key={month} className={classes.month}>
            <div className={classes.stack}>
              {shown.map((row) => (
                <span
                  key={row.key}
                  title={`${row.name}: ${figureText(column, inMonth(row, place), true)}`}
                  style={{
                    height: `${((inMonth(row, place) ?? 0) / largest) * 100}%`,
                    background: `var(--lms-${row.tone}-dot)`,
                  }}
                />
              ))}
            </div>
            <span className={classes.change}>{monthName(month, 'short')}</span>
          </div>
        ))}
      </div>
      <div className={classes.scroll}>
        <table className={`${table.table} ${classes.table}`}>
          <caption className={table.caption}>{column.title} of each source in each month</caption>
          <thead>
            <tr>
              <th scope="col">Source</th>
              {months.map((month) => (
                <th key={month} scope="col" data-number>
                  {monthName(month, 'short')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.key} row={row} hasDot {...{ column, months, days, linkOf }} />
            ))}
          </tbody>
          <tfoot>
            <Row row={total} {...{ column, months, days, linkOf }} />
          </tfoot>
        </table>
      </div>
    </section>
  );
}

type RowProps = Pick<Props, 'months' | 'days' | 'linkOf'> & {
  row: SourceRow;
  column: Column<SourceFigures>;
  hasDot?: boolean;
};

function Row({ row, column, months, days, linkOf, hasDot }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {hasDot && (
          <span
            className={classes.dot}
            style={{ background: `var(--lms-${row.tone}-dot)` }}
            aria-hidden="true"
          />
        )}
        {row.name}
      </th>
      {months.map((month, place) => {
        const text = figureText(column, column.of(row.months[place] as SourceFigures), true);
        const to = linkOf(daysInMonth(month, days), column, row);
        const label = `${text} ${column.title.toLowerCase()}: ${row.name}, ${monthName(month, 'short')}`;
        return (
          <td key={month} data-number>
            <FigureLink text={text} to={to} label={label} />
          </td>
        );
      })}
    </tr>
  );
}
