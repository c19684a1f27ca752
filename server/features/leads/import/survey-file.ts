import { isCustomKey } from '#shared/custom-fields.ts';
import type { ColumnTarget, ImportColumn } from '#shared/lead-import.ts';
import { IMPORTABLE_FIELDS, foldTitle, leadField } from '#shared/lead-fields.ts';
import type { CustomFields } from './read-custom.ts';
import { findHeaderRow } from './header-row.ts';
import { dateOrderOf } from './read-date.ts';
import type { DateOrder } from './read-date.ts';
import { cellText } from './read-field.ts';
import { recogniseColumns } from './recognise-columns.ts';
import type { Column, Titles } from './recognise-columns.ts';
import type { Row, RowSource } from './row-source.ts';
import { UnreadableFile, noRows } from './unreadable-file.ts';

const FIRST = 200;
const SHOWN = 10;
const SAMPLES = 5;
const SAMPLE_CHARS = 100;

/**
 * What the first pass over a file tells: headers, targets, samples; and, of the rows counted so far, their number and
 * the order of their dates. The whole file is counted if `everything` is asked for, or if its dates may need it.
 * Throws UnreadableFile.
 */
export async function surveyFile(
  source: RowSource,
  mapping: readonly ColumnTarget[] | undefined,
  everything: boolean,
  titles: Titles = {},
  custom: CustomFields = {},
): Promise<Survey> {
  const whole = everything || !source.neverMonthFirst?.();
  let survey: Survey | undefined;
  let held: Row[] = [];
  for await (const batch of source.rows()) {
    if (survey) survey.count(batch);
    else {
      held = held.concat(batch);
      if (held.length < FIRST) continue;
      survey = new Survey(held, mapping, titles, custom);
      if (!whole) return survey;
      survey.count(held);
    }
  }
  survey ??= new Survey(held, mapping, titles, custom);
  if (survey.rows === 0 && whole) survey.count(held);
  return survey;
}

export class Survey {
  readonly columns: (ImportColumn & Column)[];
  /** Number of the row with the headers; 0 when there is none. */
  readonly headerRow: number;
  /** The first rows of data. */
  readonly first: Row[];
  /** Rows with at least one value, without the headers, that have been counted. */
  rows = 0;
  readonly #dates: DateColumn[];

  constructor(
    held: Row[],
    mapping: readonly ColumnTarget[] | undefined,
    titles: Titles,
    custom: CustomFields,
  ) {
    const known = new Set(Object.values(titles).map((title) => foldTitle(title ?? '')));
    const { row, headers, guessed } = findHeaderRow(held.slice(0, SHOWN), known);
    const data = held.filter((each) => each.number > row).slice(0, FIRST);
    if (data.length === 0) throw noRows();
    if (mapping && mapping.length !== headers.length) {
      throw new UnreadableFile(
        422,
        `This file has ${headers.length} columns, the mapping ${mapping.length}.`,
      );
    }
    const columns = recogniseColumns(headers, mapping ?? guessed, titles);
    this.columns = columns.map((column) => ({ ...column, samples: samplesOf(column.index, data) }));
    this.headerRow = row;
    this.first = data.slice(0, SHOWN);
    this.#dates = columns
      .filter(({ target }) => isDate(target, custom))
      .map(({ index }) => new DateColumn(index));
  }

  /** No row counted yet: the second pass has to. */
  get uncounted(): boolean {
    return this.rows === 0;
  }

  count(batch: readonly Row[]): void {
    for (const row of batch) {
      if (row.number <= this.headerRow) continue;
      this.rows++;
      for (const column of this.#dates) column.look(row.cells[column.index] ?? '');
    }
  }

  /** How dates are read, by the index of their column. */
  get dateOrders(): Map<number, DateOrder> {
    return ordersOf(this.#dates);
  }

  /** The same for people: values of columns that prove no order are ambiguous. */
  get dates(): { order: DateOrder; ambiguous: number; example?: string } {
    const unsure = this.#dates.filter((each) => each.ambiguous > 0 && !each.proves);
    const ambiguous = unsure.reduce((sum, each) => sum + each.ambiguous, 0);
    const example = unsure[0]?.example;
    const order = [...this.dateOrders.values()].includes('month_first') ? 'month_first' : 'day_first';
    return { order, ambiguous, ...(example ? { example: cellText(example) } : {}) };
  }
}

const DATE_FIELDS = new Set<ColumnTarget>(
  IMPORTABLE_FIELDS.filter((key) => leadField(key).type === 'datetime'),
);
const isDate = (target: ColumnTarget, custom: CustomFields) =>
  isCustomKey(target) ? custom[target]?.type === 'datetime' : DATE_FIELDS.has(target);

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

  get proves(): boolean {
    return this.dayFirst + this.monthFirst > 0;
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
 * proves nothing follows the other columns of the file.
 */
function ordersOf(columns: readonly DateColumn[]): Map<number, DateOrder> {
  const orderOf = (of: readonly DateColumn[]): DateOrder =>
    of.some((each) => each.monthFirst) && !of.some((each) => each.dayFirst) ? 'month_first' : 'day_first';
  return new Map(columns.map((column) => [column.index, orderOf(column.proves ? [column] : columns)]));
}
