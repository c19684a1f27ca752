import { ERRORS_FILE_TITLES } from '#shared/lead-import.ts';
import type { ImportColumn } from '#shared/lead-import.ts';
import type { Rejected } from '#web/features/lead-import/import-calls.ts';

/**
 * The rows that were not imported as a CSV file: their original columns, their number, and the reason. Columns that
 * an earlier errors file has added are replaced.
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
  const text = [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
  // The mark at the start tells Excel that Indian text is UTF-8.
  return new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv;charset=utf-8' });
}

/**
 * A cell: quoted where needed; text that a spreadsheet would run as a formula gets an apostrophe, plain numbers do
 * not.
 */
function cell(value: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d\s().-]+$/.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
