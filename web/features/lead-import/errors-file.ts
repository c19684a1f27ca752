import { ERRORS_FILE_TITLES } from '#shared/leads/lead-import.ts';
import type { ImportColumn } from '#shared/leads/lead-import.ts';
import type { Rejected } from '#web/features/lead-import/import-calls.ts';
import { csvFile } from '#web/lib/files/csv-file.ts';

/**
 * Returns the rows that did not become leads as a CSV file: their original columns, their number, and the
 * reason. Columns that an earlier errors file added are replaced.
 */
export function errorsFile(columns: readonly ImportColumn[], rejected: readonly Rejected[]): Blob {
  const headers = columns.map(({ header }) => header);
  const added = ERRORS_FILE_TITLES.length;
  const isErrorsFile = ERRORS_FILE_TITLES.every((title, index) => headers.at(index - added) === title);
  const own = isErrorsFile ? headers.slice(0, -added) : headers;
  const head = [...own, ...ERRORS_FILE_TITLES];
  const rows = rejected.map(({ row, cells, messages }) => [
    ...own.map((_, index) => cells[index] ?? ''),
    String(row),
    messages.join(' '),
  ]);
  return csvFile([head, ...rows]);
}
