import { useState } from 'react';
import type { Tone } from '#shared/fields/option-tones.ts';
import { FigureSelect } from '#web/features/reports/FigureSelect.tsx';
import type { FigureRow } from '#web/features/reports/FigureTable.tsx';
import classes from '#web/features/reports/Reports.module.css';
import { columnNamed, figureText } from '#web/features/reports/figure-columns.ts';
import type { Column } from '#web/features/reports/figure-columns.ts';
import { BarRows } from '#web/ui/BarRows.tsx';

type Props<Figures, Row extends FigureRow<Figures>> = {
  title: string;
  /** The name of the rows, for example `each person`. */
  each: string;
  /** The heading of the name column. */
  heading: string;
  columns: readonly Column<Figures>[];
  rows: readonly Row[];
  linkOf: (column: Column<Figures>, row: Row) => string | undefined;
};

/** One figure of all rows, the largest first. */
export function FigureChart<Figures, Row extends FigureRow<Figures> & { tone?: Tone }>({
  title,
  each,
  heading,
  columns,
  rows,
  linkOf,
}: Props<Figures, Row>) {
  const [key, setKey] = useState('new_leads');
  const column = columnNamed(columns, key);
  const bars = rows
    .map((row) => ({ row, value: column.of(row.now) }))
    .toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))
    .map(({ row, value }) => ({
      key: row.key,
      label: row.name,
      value: value ?? 0,
      text: figureText(column, value, true),
      ...(row.tone && { tone: row.tone }),
      to: linkOf(column, row),
    }));
  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <FigureSelect label="Figure" columns={columns} column={column} onChange={setKey} />
      </header>
      <BarRows caption={`${column.title} of ${each}`} heading={heading} measure={column.title} bars={bars} />
    </section>
  );
}
