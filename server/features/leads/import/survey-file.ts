import type { ColumnTarget, ImportColumn } from '#shared/lead-import.ts';
import { IMPORTABLE_FIELDS, leadField } from '#shared/lead-fields.ts';
import { findHeaderRow } from './header-row.ts';
import { dateOrderOf } from './read-date.ts';
import type { DateOrder } from './read-date.ts';
import { cellText } from './read-field.ts';
import { recogniseColumns } from './recognise-columns.ts';
import type { Column } from './recognise-columns.ts';
import type { Row, RowSource } from './row-source.ts';
import { UnreadableFile, noRows } from './unreadable-file.ts';

/** What a first pass over the file tells. */
export type Survey = {
  columns: (ImportColumn & Column)[];
  /** Number of the row with the headers; 0 when there is none. */
  headerRow: number;
  /** Rows with at least one value, without the headers. */
  rows: number;
  first: Row[];
  dates: { order: DateOrder; ambiguous: number; example?: string };
  dateOrders: Map<number, DateOrder>;
};

const FIRST = 200;
const SHOWN = 10;
const SAMPLES = 5;
const SAMPLE_CHARS = 100;

/** Reads the whole file once: headers, targets, samples, number of rows, order of dates. Throws UnreadableFile. */
export async function surveyFile(source: RowSource, mapping?: readonly ColumnTarget[]): Promise<Survey> {
  let found: { headerRow: number; columns: Column[]; dates: DateColumn[]; first: Row[] } | undefined;
  let held: Row[] = [];
  let rows = 0;
  const begin = () => {
    const { row, headers, guessed } = findHeaderRow(held.slice(0, SHOWN));
    const columns = recogniseColumns(headers, mapping ?? guessed);
    const first = held.filter((each) => each.number > row);
    const dates = columns.filter(isDate).map(({ index }) => new DateColumn(index));
    found = { headerRow: row, columns, dates, first: first.slice(0, FIRST) };
    return count(first);
  };
  const count = (batch: Row[]) => {
    rows += batch.length;
    for (const row of batch)
      for (const column of found?.dates ?? []) column.look(row.cells[column.index] ?? '');
  };
  for await (const batch of source.rows()) {
    if (found) count(batch);
    else if ((held = held.concat(batch)).length >= FIRST) begin();
  }
  if (!found) begin();
  if (!found || rows === 0) throw noRows();
  if (mapping && mapping.length !== found.columns.length) {
    throw new UnreadableFile(
      422,
      `This file has ${found.columns.length} columns, the mapping ${mapping.length}.`,
    );
  }
  const { headerRow, first } = found;
  const columns = found.columns.map((column) => ({ ...column, samples: samplesOf(column.index, first) }));
  return { columns, headerRow, rows, first: first.slice(0, SHOWN), ...orderOfDates(found.dates) };
}

const DATE_FIELDS = new Set<ColumnTarget>(
  IMPORTABLE_FIELDS.filter((key) => leadField(key).type === 'datetime'),
);
const isDate = ({ target }: Column) => DATE_FIELDS.has(target);

/** Up to five different values of the column, as a person recognises them. */
function samplesOf(index: number, rows: Row[]): string[] {
  const samples = new Set<string>();
  for (const row of rows) {
    const cell = cellText(row.cells[index] ?? '');
    if (cell !== '') samples.add(cell.length > SAMPLE_CHARS ? `${cell.slice(0, SAMPLE_CHARS)}…` : cell);
    if (samples.size === SAMPLES) break;
  }
  return [...samples];
}

/** Evidence of one column about the order of its dates. */
class DateColumn {
  readonly index: number;
  dayFirst = 0;
  monthFirst = 0;
  ambiguous = 0;
  example: string | undefined;

  constructor(index: number) {
    this.index = index;
  }

  look(cell: string): void {
    const order = cell === '' ? undefined : dateOrderOf(cellText(cell));
    if (order === 'day_first') this.dayFirst++;
    else if (order === 'month_first') this.monthFirst++;
    else if (order === 'ambiguous') {
      this.ambiguous++;
      this.example ??= cell;
    }
  }
}

/**
 * Day before month, unless a value proves that the month comes first and none proves the contrary. A column that
 * proves nothing follows the other columns of the file; only its values are called ambiguous.
 */
function orderOfDates(columns: DateColumn[]): Pick<Survey, 'dates' | 'dateOrders'> {
  const monthFirst = (of: DateColumn[]) =>
    of.some((each) => each.monthFirst) && !of.some((each) => each.dayFirst);
  const fallback: DateOrder = monthFirst(columns) ? 'month_first' : 'day_first';
  const dateOrders = new Map<number, DateOrder>();
  for (const column of columns) {
    const proven = column.dayFirst + column.monthFirst > 0;
    const own = monthFirst([column]) ? 'month_first' : 'day_first';
    dateOrders.set(column.index, proven ? own : fallback);
  }
  const unsure = columns.filter((each) => each.ambiguous > 0 && each.dayFirst + each.monthFirst === 0);
  const ambiguous = unsure.reduce((sum, each) => sum + each.ambiguous, 0);
  const example = unsure[0]?.example;
  const order = columns.some((each) => dateOrders.get(each.index) === 'month_first')
    ? 'month_first'
    : 'day_first';
  return { dates: { order, ambiguous, ...(example ? { example: cellText(example) } : {}) }, dateOrders };
}
