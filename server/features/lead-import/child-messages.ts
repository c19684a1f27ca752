import type { FieldError } from '#shared/errors.ts';
import type { ColumnTarget, DateOrder, ImportColumn, ImportOptions } from '#shared/lead-import.ts';
import type { UnreadableStatus } from '#server/spreadsheets/unreadable-file.ts';
import type { FieldOptions } from './normalise-row.ts';
import type { CustomFields } from './read-custom.ts';
import type { Titles } from './recognise-columns.ts';

/** What the child is told to read. */
export type ChildTask = {
  mode: 'inspect' | 'stream';
  /** Of JSON nothing but the path is known; its body says the rest. */
  form: 'file' | 'json';
  path: string;
  filename: string;
  mimeType?: string;
  mapping?: readonly ColumnTarget[];
  encoding?: ImportOptions['encoding'];
  dateOrder?: DateOrder;
  timeZone: string;
  country: string;
  options: FieldOptions;
  titles: Titles;
  custom: CustomFields;
};

/** What the file is, without any row of it having been judged. */
export type Inspection = {
  kind: 'csv' | 'xlsx' | 'xls' | 'json';
  /** Of a CSV file, such as `UTF-8`, `utf-16le`, `windows-1252`; and whether its bytes prove it. */
  encoding?: string;
  encodingIsCertain?: boolean;
  delimiter?: string;
  /** Name of the sheet that is read: the first visible one that is not empty. */
  sheet?: string;
  /** Row of the headers as a spreadsheet counts; 0 when the first row is data already. */
  headerRow: number;
  columns: ImportColumn[];
  /** Rows with at least one value, without the headers. */
  rows: number;
  /** The first ten rows as leads: field → text as it will be stored, plus `owner`. */
  sample: Record<string, string>[];
  dates: { order: DateOrder; ambiguous: number; example?: string };
};

/** What JSON says beside its leads, and the SHA-256 of those. */
export type JsonTold = Pick<ImportOptions, 'skip_duplicates' | 'update_existing'> & { hash: string };

/** `refused` rows are in the stream too, with their errors. */
export type StreamSummary = Inspection & { refused: number; json?: JsonTold };

export type ImportProgress = { bytesRead: number; bytesTotal: number; rows: number };

/** What the child says over its channel. */
export type ChildMessage =
  | { type: 'progress'; progress: ImportProgress }
  | { type: 'done'; summary: StreamSummary }
  | { type: 'unreadable'; status: UnreadableStatus; message: string; errors?: FieldError[] };
