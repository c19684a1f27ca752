import type { Column } from '#web/features/reports/figure-columns.ts';
import type { FigureRow } from '#web/features/reports/FigureTable.tsx';
import { csvFile } from '#web/lib/files/csv-file.ts';

/** Additional cells of a row, for example its months, each with its heading. */
type More<Row> = readonly { title: string; of: (row: Row) => number | null }[];

/** A table of figures as a CSV file: plain numbers next to those of the period before. */
export function figuresFile<Figures, Row extends FigureRow<Figures>>(
  heading: string,
  columns: readonly Column<Figures>[],
  rows: readonly Row[],
  more: More<Row> = [],
): Blob {
  const titles = columns.flatMap(({ title, unit, isNow }) => {
    const name = unit ? `${title} (${unit})` : title;
    return isNow ? [name] : [name, `${name}, period before`];
  });
  return csvFile([
    [heading, ...titles, ...more.map(({ title }) => title)],
    ...rows.map((row) => [
      row.name,
      ...columns.flatMap(({ of, isNow }) => [plain(of(row.now)), ...(isNow ? [] : [plain(of(row.before))])]),
      ...more.map(({ of }) => plain(of(row))),
    ]),
  ]);
}

const plain = (value: number | null) => (value === null ? '' : String(Math.round(value * 100) / 100));
