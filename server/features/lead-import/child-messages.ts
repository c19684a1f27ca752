import type { FieldError } from '#shared/errors.ts';
import type {
  ColumnTarget,
  DateOrder,
  ImportColumn,
  ImportOptions,
  ImportValues,
} from '#shared/lead-import.ts';
import type { UnreadableStatus } from '#server/spreadsheets/unreadable-file.ts';
import type { FieldOptions } from './normalise-row.ts';
import type { CustomFields } from '#server/leads/read-custom.ts';
import type { Titles } from './recognise-columns.ts';

/** The child's task. */
export type ChildTask = {
  /** For JSON only the path is given; its body says the rest. */
  form: 'file' | 'json';
  path: string;
  filename: string;
  mimeType?: string;
  mapping?: readonly ColumnTarget[];
  values?: ImportValues;
  encoding?: ImportOptions['encoding'];
  delimiter?: ImportOptions['delimiter'];
  sheet?: ImportOptions['sheet'];
  dateOrder?: DateOrder;
  /** More rows are refused, whatever the kind of the file allows. */
  mostRows?: number;
  timeZone: string;
  country: string;
  options: FieldOptions;
  titles: Titles;
  custom: CustomFields;
};

/** Options in a JSON body beside its leads, and the SHA-256 of the leads. */
export type JsonTold = Pick<ImportOptions, 'skip_duplicates' | 'update_existing' | 'distribute'> & {
  hash: string;
};

/** A row as it would become a lead; `row` as a spreadsheet counts. */
export type SampleRow = { row: number; lead: Record<string, string> };

/** The content of a file, as far as it was read. */
export type StreamSummary = {
  kind: 'csv' | 'xlsx' | 'xls' | 'json';
  /** Of a CSV file, such as `UTF-8`, `utf-16le`, `windows-1252`; and whether its bytes prove the encoding. */
  encoding?: string;
  encodingIsCertain?: boolean;
  delimiter?: string;
  /** Name of the sheet that is read, and of all that could be. */
  sheet?: string;
  sheets: string[];
  /** Row of the headers as a spreadsheet counts; 0 when the first row is data already. */
  headerRow: number;
  columns: ImportColumn[];
  /** Rows with at least one value, without the headers. */
  rows: number;
  /** Rows below the headers that are no leads: repeated headers, totals. */
  leftOut: number;
  /** The first ten rows as leads: field → text as it will be stored, plus `owner`. */
  sample: SampleRow[];
  dates: { order: DateOrder; ambiguous: number; example?: string };
  /** Rows with errors; they are in the stream too. */
  refused: number;
  json?: JsonTold;
};

export type ImportProgress = { bytesRead: number; bytesTotal: number; rows: number };

/** A message of the child over its channel. */
export type ChildMessage =
  | { type: 'progress'; progress: ImportProgress }
  | { type: 'done'; summary: StreamSummary }
  | { type: 'unreadable'; status: UnreadableStatus; message: string; errors?: FieldError[] };
