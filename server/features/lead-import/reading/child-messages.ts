import type { FieldError } from '#shared/protocol/errors.ts';
import type {
  ColumnTarget,
  DateOrder,
  ImportColumn,
  ImportOptions,
  ImportValues,
} from '#shared/leads/lead-import.ts';
import type { UnreadableStatus } from '#server/spreadsheets/unreadable-file.ts';
import type { FieldOptions } from './normalise-row.ts';
import type { CustomFields } from '#server/leads/values/read-custom.ts';
import type { Titles } from './recognise-columns.ts';

/** The child's task. */
export type ChildTask = {
  /** JSON needs only the path; the options are in its body. */
  form: 'file' | 'json';
  path: string;
  filename: string;
  mimeType?: string | undefined;
  mapping?: readonly ColumnTarget[] | undefined;
  values?: ImportValues | undefined;
  encoding?: ImportOptions['encoding'] | undefined;
  delimiter?: ImportOptions['delimiter'] | undefined;
  sheet?: ImportOptions['sheet'] | undefined;
  dateOrder?: DateOrder | undefined;
  /** More rows are rejected, whatever the file type allows. */
  mostRows?: number | undefined;
  timeZone: string;
  country: string;
  options: FieldOptions;
  titles: Titles;
  custom: CustomFields;
};

/** Options in a JSON body next to its leads, and the leads' SHA-256. */
export type JsonTold = Pick<ImportOptions, 'skip_duplicates' | 'update_existing' | 'distribute'> & {
  hash: string;
};

/** A row as it would become a lead; `row` is its number in the spreadsheet. */
export type SampleRow = { row: number; lead: Record<string, string> };

/** The content of a file, up to the point it was read. */
export type StreamSummary = {
  kind: 'csv' | 'xlsx' | 'xls' | 'json';
  /** The encoding of a CSV file, and whether its bytes prove it. */
  encoding?: string | undefined;
  encodingIsCertain?: boolean | undefined;
  delimiter?: string | undefined;
  /** The name of the sheet that is read, and of all available sheets. */
  sheet?: string | undefined;
  sheets: string[];
  /** The header row's number in the spreadsheet; 0 when the first row is already data. */
  headerRow: number;
  columns: ImportColumn[];
  /** Rows with at least one value, without the headers. */
  rows: number;
  /** Rows below the headers that are not leads: repeated headers, totals. */
  leftOut: number;
  /** The first ten rows as leads: field → text as it will be stored, plus `owner`. */
  sample: SampleRow[];
  dates: { order: DateOrder; ambiguous: number; example?: string };
  /** Rows with errors; they are in the stream as well. */
  refused: number;
  json?: JsonTold | undefined;
};

export type ImportProgress = { bytesRead: number; bytesTotal: number; rows: number };

/** A message from the child over its channel. */
export type ChildMessage =
  | { type: 'progress'; progress: ImportProgress }
  | { type: 'done'; summary: StreamSummary }
  | { type: 'unreadable'; status: UnreadableStatus; message: string; errors?: FieldError[] | undefined };
