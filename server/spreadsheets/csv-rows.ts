import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { DELIMITERS } from '#shared/leads/lead-import.ts';
import { detectDelimiter } from './delimiter.ts';
import type { Layout, Row, RowBatches, RowSource } from './row-source.ts';
import { decodeText } from './text-encoding.ts';
import {
  MAX_COLUMNS,
  UnreadableFile,
  damaged,
  lineTooLong,
  noRows,
  tooManyColumns,
} from './unreadable-file.ts';

const CHUNK_BYTES = 64 * 1024;
const BATCH = 500;
/** An unclosed quote swallows lines; no genuine record is this long. */
const MAX_RECORD_CHARS = 500_000;

/** Matches 04/15/2021 and the like; non-Latin digits appear here as bytes beyond ASCII. */
const MONTH_FIRST =
  /(?<![\d])(?:0?[1-9]|1[0-2])([-/.])(?:1[3-9]|2\d|3[01])\1\d{2}|[\u00d9-\u00db\u00e0\u00ef][\u0080-\u00bf]{1,2}[-/.]/;

/**
 * Reads a CSV file in any common encoding and with any delimiter, or the chosen ones. Throws UnreadableFile.
 */
export function csvRows(bytes: Buffer, layout: Layout = {}): RowSource {
  if (bytes.length === 0) throw noRows();
  const { encoding, isCertain, utf8 } = decodeText(bytes, layout.encoding);
  const found = detectDelimiter(utf8.subarray(0, CHUNK_BYTES).toString(), layout.isHeader);
  const delimiter = layout.delimiter ? DELIMITERS[layout.delimiter] : found.delimiter;
  const { skipFirstLine } = found;
  const text = skipFirstLine ? utf8.subarray(utf8.indexOf(10) + 1) : utf8;
  let read = 0;
  async function* rows(): RowBatches {
    read = 0;
    const parser = parse({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: MAX_RECORD_CHARS,
    });
    const chunks = function* () {
      for (let from = 0; from < text.length; from += CHUNK_BYTES) {
        read = from;
        yield text.subarray(from, from + CHUNK_BYTES);
      }
    };
    let number = skipFirstLine ? 1 : 0;
    let batch: Row[] = [];
    try {
      // An empty line is a record of one empty cell here: it counts as a row, as in a spreadsheet.
      const records: AsyncIterable<string[]> = Readable.from(chunks(), { objectMode: false }).pipe(parser);
      for await (const cells of records) {
        number++;
        if (cells.length > MAX_COLUMNS) dropBlankEnd(cells);
        if (cells.length > MAX_COLUMNS * 4) throw tooManyColumns(number, MAX_COLUMNS);
        batch.push({ number, cells });
        if (batch.length === BATCH) {
          yield batch;
          batch = [];
        }
      }
    } catch (error) {
      throw error instanceof CsvError
        ? unreadable(error, utf8, { skipped: utf8.length - text.length, delimiter })
        : error;
    }
    read = text.length;
    yield batch;
  }
  return {
    kind: 'csv',
    encoding,
    encodingIsCertain: isCertain,
    delimiter,
    bytesTotal: bytes.length,
    bytesRead: () => Math.round((read / Math.max(1, text.length)) * bytes.length),
    rows,
    neverMonthFirst: () => !MONTH_FIRST.test(text.toString('latin1')),
  };
}

/** A row of nothing but delimiters does not count as a row of a million columns. */
function dropBlankEnd(cells: string[]): void {
  let end = cells.length;
  while (end > 0 && (cells[end - 1] ?? '').trim() === '') end--;
  cells.length = end;
}

/** Reports the line in which the unreadable record begins, and the reason. */
function unreadable(
  error: CsvError,
  utf8: Buffer,
  { skipped, delimiter }: { skipped: number; delimiter: string },
): UnreadableFile {
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED' && error.code !== 'CSV_MAX_RECORD_SIZE') return damaged();
  const begins = skipped + Number(error.bytes_records ?? 0);
  const line = utf8
    .subarray(0, begins)
    .toString('latin1')
    .split(/\r\n|\n|\r/).length;
  const end = utf8.indexOf(10, begins + 1);
  const isOneLine = error.code === 'CSV_MAX_RECORD_SIZE' && (end < 0 || end - begins > MAX_RECORD_CHARS);
  if (!isOneLine)
    return new UnreadableFile(422, `Line ${line} has an opening quote (") that is never closed.`);
  const record = utf8.subarray(begins, begins + MAX_RECORD_CHARS).toString('latin1');
  return record.split(delimiter).length > MAX_COLUMNS
    ? tooManyColumns(line, MAX_COLUMNS, 'Line')
    : lineTooLong(line);
}
