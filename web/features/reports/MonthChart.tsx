import { useState } from 'react';
import type { CSSProperties } from 'react';
import { daysInMonth, monthName, shareOfMonth } from '#shared/values/months.ts';
import type { ReportDays, SourceFigures } from '#shared/activities/reports.ts';
import { FigureLink } from '#web/features/reports/FigureLink.tsx';
import { FigureSelect } from '#web/features/reports/FigureSelect.tsx';
import classes from '#web/features/reports/Reports.module.css';
import type { SourceRow } from '#web/features/reports/source-columns.ts';
import { columnNamed, figureText } from '#web/features/reports/figure-columns.ts';
import type { Column } from '#web/features/reports/figure-columns.ts';
import table from '#web/ui/lists/Table.module.css';

type Props = {
  columns: readonly Column<SourceFigures>[];
  months: readonly string[];
  rows: readonly SourceRow[];
  total: SourceRow;
  days: ReportDays;
  linkOf: (days: ReportDays, column: Column<SourceFigures>, row: SourceRow) => string | undefined;
};

/** The sources with their own chart; the others share one. */
const MOST = 4;

/**
 * One figure per month: a small chart for each large source, and the numbers of every source in a table
 * below.
 */
export function MonthChart({ columns, months, rows, total, days, linkOf }: Props) {
  const [key, setKey] = useState('new_leads');
  const column = columnNamed(columns, key);
  const shown = rows
    .filter((row) => (column.of(row.now) ?? 0) > 0)
    .toSorted((one, other) => (column.of(other.now) ?? 0) - (column.of(one.now) ?? 0));
  return (
    <section className={classes.card} aria-label="Sources by month">
      <header className={classes.head}>
        <h2 className={classes.title}>By month</h2>
        <FigureSelect label="Figure by month" columns={columns} column={column} onChange={setKey} />
      </header>
      <Pictures {...{ column, months, days }} rows={shown} />
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

type PicturesProps = Pick<Props, 'months' | 'days' | 'rows'> & { column: Column<SourceFigures> };

/** The months of each source as bars on one scale; the table below has the numbers. */
function Pictures({ column, months, days, rows }: PicturesProps) {
  const most = rows.length === MOST + 1 ? rows.length : MOST;
  const towers = (of: readonly SourceRow[]) =>
    months.map((_, place) =>
      of.reduce((sum, row) => sum + (column.of(row.months[place] as SourceFigures) ?? 0), 0),
    );
  const others = rows.slice(most);
  const pictures = rows
    .slice(0, most)
    .map(({ key, name, tone }, place) => ({ key, name, tone, values: towers(rows.slice(place, place + 1)) }));
  if (others.length > 0)
    pictures.push({
      key: 'others',
      name: `${others.length} other sources`,
      tone: 'neutral',
      values: towers(others),
    });
  const largest = Math.max(1, ...pictures.flatMap(({ values }) => values));
  const isPart = (month: string) => shareOfMonth(month, days) < 1;
  return (
    <div className={classes.tiles} aria-hidden="true" data-drawn>
      {pictures.map(({ key, name, tone, values }) => (
        <div key={key} style={{ '--tone': `var(--lms-${tone}-dot)` } as CSSProperties}>
          <p className={classes.quiet}>
            <span className={classes.dot} style={{ background: 'var(--tone)' }} />
            {name}
          </p>
          <div className={classes.towers}>
            {values.map((value, place) => (
              <span
                key={months[place]}
                data-part={isPart(months[place] as string) || undefined}
                title={`${monthName(months[place] as string, 'short')}: ${figureText(column, value, true)}`}
                style={{ height: `${(value / largest) * 100}%` }}
              />
            ))}
          </div>
        </div>
      ))}
      {months.some(isPart) && (
        <p className={classes.quiet}>Hatched: the period covers only part of the month.</p>
      )}
    </div>
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
