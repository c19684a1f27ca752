import type { ColumnTarget, ImportColumn } from '#shared/lead-import.ts';
import type { FieldOptions } from './normalise-row.ts';
import type { CustomFields } from './read-custom.ts';
import type { DateOrder } from './read-date.ts';
import type { Titles } from './recognise-columns.ts';

/** What the child is told to read. */
export type ChildTask = {
  mode: 'inspect' | 'stream';
  path: string;
  filename: string;
  mimeType?: string;
  mapping?: readonly ColumnTarget[];
  timeZone: string;
  country: string;
  options: FieldOptions;
  titles: Titles;
  custom: CustomFields;
};

/** What the file is, without any row of it having been judged. */
export type Inspection = {
  kind: 'csv' | 'xlsx' | 'xls';
  /** Of a CSV file, such as `UTF-8`, `utf-16le`, `windows-1252`. */
  encoding?: string;
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

/** `refused` rows are in the stream too, with their errors. */
export type StreamSummary = Inspection & { refused: number };

export type ImportProgress = { bytesRead: number; bytesTotal: number; rows: number };

/** What the child says over its channel. */
export type ChildMessage =
  | { type: 'progress'; progress: ImportProgress }
  | { type: 'done'; summary: StreamSummary }
  | { type: 'unreadable'; status: 413 | 415 | 422; message: string };
