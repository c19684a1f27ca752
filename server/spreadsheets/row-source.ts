import { readFile, stat } from 'node:fs/promises';
import { MAX_IMPORT_BYTES } from '#shared/leads/lead-import.ts';
import type { ImportOptions } from '#shared/leads/lead-import.ts';
import {
  cellTooLong,
  LAST_ROW,
  MAX_CELL_CHARS,
  MAX_COLUMNS,
  MAX_TOTAL_CHARS,
  damaged,
  rowTooFar,
  tooLarge,
  tooManyColumns,
  tooManyRows,
} from './unreadable-file.ts';

/**
 * The layout of a table as chosen by the sender; and a test for known headers, which detects it otherwise.
 */
export type Layout = Pick<ImportOptions, 'encoding' | 'delimiter' | 'sheet'> & {
  isHeader?: (cell: string) => boolean;
};

/** A row as a spreadsheet shows it: its number counts from 1 and includes blank rows. */
export type Row = { number: number; cells: string[] };

/**
 * Rows come in batches, so that a hundred thousand of them do not take a hundred thousand turns of the event
 * loop.
 */
export type RowBatches = AsyncGenerator<Row[], void, undefined>;

/** An opened file; `rows` starts a new pass from the top each time it is called. */
export type RowSource = {
  kind: 'csv' | 'xlsx' | 'xls' | 'json';
  /** The encoding of a CSV file; `encodingIsCertain` when its bytes allow no other. */
  encoding?: string;
  encodingIsCertain?: boolean;
  delimiter?: string;
  /** The name of the sheet that is read, and of all available sheets. */
  sheet?: string;
  sheets?: string[];
  /** True for an xlsx file whose dates are counted from 1904. */
  date1904?: boolean;
  bytesTotal: number;
  /** Progress of the current pass. */
  bytesRead: () => number;
  rows: () => RowBatches;
  /**
   * Quickly checks whether no date of the file can be month/day/year, in which case the rows need no second
   * pass.
   */
  neverMonthFirst?: () => boolean;
};

/** The content of an uploaded file. Throws UnreadableFile if it is too large. */
export async function bytesOf(path: string): Promise<Buffer> {
  if ((await stat(path)).size > MAX_IMPORT_BYTES) throw tooLarge();
  return await readFile(path);
}

/**
 * The source without a sheet's blank rows; every cell is storable text. Its rows throw UnreadableFile beyond
 * the limits.
 */
export function bounded(source: RowSource, mostRows: number): RowSource {
  async function* rows(): RowBatches {
    let [count, chars] = [0, 0];
    for await (const batch of source.rows()) {
      const filled: Row[] = [];
      for (const row of batch) {
        if (row.number > LAST_ROW) throw rowTooFar(row.number);
        const size = checkRow(row, count === 0);
        // A blank row of a sheet is skipped; an empty JSON object is a lead that somebody has sent.
        if (size === 0 && source.kind !== 'json') continue;
        chars += size;
        // The headers are one row on top of the limit.
        if (++count > mostRows + 1) throw tooManyRows(mostRows);
        filled.push(row);
      }
      if (chars > MAX_TOTAL_CHARS) throw damaged();
      if (filled.length > 0) yield filled;
    }
  }
  return { ...source, rows };
}

/**
 * The number of characters in a row, 0 for a blank row. The first row may name more columns than are read, as
 * long as no row has a value in them.
 */
function checkRow(row: Row, isFirst: boolean): number {
  const { cells } = row;
  let size = 0;
  let blank = true;
  for (let index = 0; index < cells.length; index++) {
    let cell = cells[index] ?? '';
    if (cell === '') continue;
    if (cell.length > MAX_CELL_CHARS) throw cellTooLong(row.number);
    if (cell.includes('\0')) cell = cells[index] = cell.replaceAll('\0', '');
    if (!cell.isWellFormed()) cell = cells[index] = cell.toWellFormed();
    size += cell.length;
    if ((blank || index >= MAX_COLUMNS) && cell.trim() !== '') {
      if (index >= MAX_COLUMNS && !isFirst) throw tooManyColumns(row.number, MAX_COLUMNS);
      blank = false;
    }
  }
  if (blank) return 0;
  if (cells.length > MAX_COLUMNS) cells.length = MAX_COLUMNS;
  return size;
}
