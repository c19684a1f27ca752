import { isCustomKey } from '#shared/fields/custom-fields.ts';
import type { ColumnTarget, DateOrder, ImportColumn } from '#shared/leads/lead-import.ts';
import { IMPORTABLE_FIELDS, leadField } from '#shared/fields/lead-fields.ts';
import type { Row, RowSource } from '#server/spreadsheets/row-source.ts';
import { UnreadableFile, noRows } from '#server/spreadsheets/unreadable-file.ts';
import type { CustomFields } from '#server/leads/values/read-custom.ts';
import { findHeaderRow, keyRow, knownHeaders } from './header-row.ts';
import { leftOutRows } from './left-out.ts';
import { dateOrderOf, isSerial } from '#server/leads/values/read-date.ts';
import type { DateForm } from '#server/leads/values/read-date.ts';
import { cellText, isNothing } from '#server/leads/values/read-field.ts';
import { recogniseColumns } from './recognise-columns.ts';
import type { Column, Recognition } from './recognise-columns.ts';

const FIRST = 200;
const SHOWN = 10;
const SAMPLES = 5;
const SAMPLE_CHARS = 100;

/** How to read a file, according to its sender and its client. */
export type Reading = Omit<Recognition, 'isJson' | 'first'> & {
  custom?: CustomFields;
  /** The order of ambiguous dates. */
  dateOrder?: DateOrder | undefined;
};

/**
 * The result of the first pass over a file: headers, targets and samples; and the number and date order of
 * the rows counted so far. The whole file is counted if its dates may require it. Throws UnreadableFile.
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
  /** Row number of the headers; 0 if there are none. */
  readonly headerRow: number;
  /** The first rows of data. */
  readonly first: Row[];
  /** Counted rows with at least one value, without the headers. */
  rows = 0;
  /** Rows below the headers that are not leads: repeated headers, totals. */
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
        `This file has ${headers.length} columns, but the mapping has ${mapping.length}.`,
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

  /** No row has been counted yet, so the second pass must. */
  get uncounted(): boolean {
    return this.rows + this.leftOut === 0;
  }

  /** Whether the row should become a lead. */
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

  /** Whether a date column could contain serial numbers, judging by these rows. */
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

  /** The file's date order as shown to users: values in undecided columns are ambiguous. */
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

/** Up to five different values of the column, shortened for display. */
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

/** Evidence in one column for the order of its dates. */
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

  /**
   * The order shared by all unambiguous values; undefined if there are none, or if they contradict each
   * other.
   */
  get proved(): DateOrder | undefined {
    if (this.dayFirst > 0 === this.monthFirst > 0) return undefined;
    return this.dayFirst > 0 ? 'day_first' : 'month_first';
  }

  get isMixed(): boolean {
    return this.dayFirst > 0 && this.monthFirst > 0;
  }

  /** Every value is a spreadsheet's serial number for a day. */
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
 * The order of each date column: day first, unless its values prove month first. An undecided column follows
 * the chosen order, or else the file's other columns; a contradictory one follows the chosen order, or else
 * the majority of its values, wherever a value is ambiguous.
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
