import { isCustomKey } from '#shared/custom-fields.ts';
import type { ColumnTarget, DateOrder, ImportColumn } from '#shared/lead-import.ts';
import { IMPORTABLE_FIELDS, leadField } from '#shared/lead-fields.ts';
import type { Row, RowSource } from '#server/spreadsheets/row-source.ts';
import { UnreadableFile, noRows } from '#server/spreadsheets/unreadable-file.ts';
import type { CustomFields } from '#server/leads/read-custom.ts';
import { findHeaderRow, keyRow, knownHeaders } from './header-row.ts';
import { leftOutRows } from './left-out.ts';
import { dateOrderOf, isSerial } from '#server/leads/read-date.ts';
import type { DateForm } from '#server/leads/read-date.ts';
import { cellText, isNothing } from '#server/leads/read-field.ts';
import { recogniseColumns } from './recognise-columns.ts';
import type { Column, Recognition } from './recognise-columns.ts';

const FIRST = 200;
const SHOWN = 10;
const SAMPLES = 5;
const SAMPLE_CHARS = 100;

/** The way to read a file, as far as its sender and its client say. */
export type Reading = Omit<Recognition, 'isJson' | 'first'> & {
  custom?: CustomFields;
  /** The order of dates in columns that prove none. */
  dateOrder?: DateOrder;
};

/**
 * The result of the first pass over a file: headers, targets, samples; and, of the rows counted so far, their number
 * and the order of their dates. The whole file is counted if its dates may need it.
 * Throws UnreadableFile.
 */
export async function surveyFile(source: RowSource, reading: Reading = {}): Promise<Survey> {
  const whole = !source.neverMonthFirst?.();
  let survey: Survey | undefined;
  let held: Row[] = [];
  for await (const batch of source.rows()) {
    if (survey) survey.count(batch);
    else {
      held = held.concat(batch);
      if (held.length < FIRST) continue;
      survey = new Survey(held, reading, source);
      if (!whole && !survey.mayHoldSerials(held)) return survey;
      survey.count(held);
    }
  }
  survey ??= new Survey(held, reading, source);
  if (survey.uncounted) survey.count(held);
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
  /** Rows below the headers that are no leads: repeated headers, totals. */
  leftOut = 0;
  readonly #isLeftOut: (row: Row) => boolean = () => false;
  readonly #dates: DateColumn[];
  readonly #chosen: DateOrder | undefined;

  constructor(held: Row[], { mapping, titles = {}, custom = {}, dateOrder }: Reading, { kind }: RowSource) {
    const isJson = kind === 'json';
    const { row, headers, guessed } = isJson
      ? keyRow(held)
      : findHeaderRow(held.slice(0, SHOWN), knownHeaders(titles));
    const below = held.filter((each) => each.number > row).slice(0, FIRST);
    if (below.length === 0) throw noRows();
    if (mapping && mapping.length !== headers.length) {
      throw new UnreadableFile(
        422,
        `This file has ${headers.length} columns, the mapping ${mapping.length}.`,
      );
    }
    const columns = recogniseColumns(headers, { mapping: mapping ?? guessed, titles, isJson, first: below });
    if (!isJson)
      this.#isLeftOut = leftOutRows(
        held.filter((each) => each.number <= row),
        columns,
      );
    const data = below.filter((each) => !this.#isLeftOut(each));
    this.columns = columns.map((column) => ({ ...column, samples: samplesOf(column.index, data) }));
    this.headerRow = row;
    this.first = data.slice(0, SHOWN);
    this.#chosen = dateOrder;
    this.#dates = columns
      .filter(({ target }) => isDate(target, custom))
      .map(({ index }) => new DateColumn(index));
  }

  /** No row counted yet: the second pass has to. */
  get uncounted(): boolean {
    return this.rows + this.leftOut === 0;
  }

  /** Whether the row is to become a lead. */
  isLead(row: Row): boolean {
    return row.number > this.headerRow && !this.#isLeftOut(row);
  }

  count(batch: readonly Row[]): void {
    for (const row of batch) {
      if (!this.isLead(row)) {
        if (row.number > this.headerRow) this.leftOut++;
        continue;
      }
      this.rows++;
      for (const column of this.#dates) column.look(row.cells[column.index] ?? '');
    }
  }

  /** Whether a column of dates could be one of numbers, as far as these rows tell. */
  mayHoldSerials(rows: readonly Row[]): boolean {
    const data = rows.filter((row) => this.isLead(row));
    return this.#dates.some(({ index }) =>
      data.every(({ cells }) => isSerial(cells[index] ?? '') || isBlank(cells[index] ?? '')),
    );
  }

  /** Date format, by the index of their column. */
  get dateOrders(): Map<number, DateForm> {
    return ordersOf(this.#dates, this.#chosen);
  }

  /** The order of the file's dates for people: values of columns that prove no order are ambiguous. */
  get dates(): { order: DateOrder; ambiguous: number; example?: string } {
    const unsure = this.#dates.filter((each) => each.ambiguous > 0 && !each.proved);
    const ambiguous = unsure.reduce((sum, each) => sum + each.ambiguous, 0);
    const example = unsure[0]?.example;
    const orders = this.dateOrders;
    const shown = unsure.length > 0 ? unsure.map(({ index }) => orders.get(index)) : [...orders.values()];
    const order = shown.some((form) => form?.endsWith('month_first')) ? 'month_first' : 'day_first';
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

const isBlank = (cell: string) => cell.trim() === '' || isNothing(cell.trim());

/** Evidence of one column about the order of its dates. */
class DateColumn {
  readonly index: number;
  dayFirst = 0;
  monthFirst = 0;
  ambiguous = 0;
  values = 0;
  serials = 0;
  example: string | undefined;

  constructor(index: number) {
    this.index = index;
  }

  /** The order that all values with a sure one have; undefined when there are none, or of both orders. */
  get proved(): DateOrder | undefined {
    if (this.dayFirst > 0 === this.monthFirst > 0) return undefined;
    return this.dayFirst > 0 ? 'day_first' : 'month_first';
  }

  get isMixed(): boolean {
    return this.dayFirst > 0 && this.monthFirst > 0;
  }

  /** Every value is the number under which a spreadsheet keeps a day. */
  get areSerials(): boolean {
    return this.values > 0 && this.serials === this.values;
  }

  look(cell: string): void {
    if (!isBlank(cell)) this.values++;
    if (isSerial(cell)) this.serials++;
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
 * The order of each date column: day before month, unless its values prove that the month comes first. A column that proves nothing
 * follows the chosen order, else the other columns of the file; one that proves both follows the chosen order, else most of its
 * values, where a value leaves a choice.
 */
function ordersOf(columns: readonly DateColumn[], chosen: DateOrder | undefined): Map<number, DateForm> {
  const proved = columns.map((column) => column.proved);
  const others: DateOrder | undefined = proved.find((order) => order === 'day_first') ?? proved.find(Boolean);
  const formOf = (column: DateColumn): DateForm => {
    if (column.areSerials) return 'serial';
    if (!column.isMixed) return column.proved ?? chosen ?? others ?? 'day_first';
    return `mixed_${chosen ?? (column.monthFirst > column.dayFirst ? 'month_first' : 'day_first')}`;
  };
  return new Map(columns.map((column) => [column.index, formOf(column)]));
}
