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

/** A file to read, and how. The child gets it whole, so it has no functions. */
export type ChildTask = {
  /** The path of the upload, its file name, and the media type the sender gave. */
  path: string;
  filename?: string;
  mimeType?: string | undefined;
  /** `json`: the body of the JSON form, which needs only the path; its options are in the body. */
  form?: 'file' | 'json';
  /** Chosen target of each column; by default the headers decide. */
  mapping?: readonly ColumnTarget[] | undefined;
  /** Values in the file, mapped to options or colleagues. */
  values?: ImportValues | undefined;
  /** How to read the encoding of a CSV file, and ambiguous dates; by default the file decides. */
  encoding?: ImportOptions['encoding'] | undefined;
  /** The delimiter of a CSV file, and the sheet of a workbook; by default known headers decide. */
  delimiter?: ImportOptions['delimiter'] | undefined;
  sheet?: ImportOptions['sheet'] | undefined;
  dateOrder?: DateOrder | undefined;
  /** The installation's row limit: more rows are rejected, whatever the file type allows. */
  mostRows?: number;
  /** IANA name of the time zone for dates without one. */
  timeZone: string;
  /** Country of phone numbers without a country code, for example IN. */
  country: string;
  /** The client's options of select fields; by default the catalogue's. */
  options?: FieldOptions;
  /** The client's field titles, recognised as headers. */
  titles?: Titles;
  /** The client's custom fields. */
  custom?: CustomFields;
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
