import type { ImportColumn } from '#shared/lead-import.ts';
import type { Rejected } from '#web/features/leads/import/import-calls.ts';

/** The rows that were not imported as a CSV file: their original columns, their number, and why. */
export function errorsFile(columns: readonly ImportColumn[], rejected: readonly Rejected[]): Blob {
  const head = [...columns.map(({ header }) => header), 'Row', 'Reason'];
  const rows = rejected.map(({ row, cells, messages }) => [
    ...columns.map((_, index) => cells[index] ?? ''),
    String(row),
    messages.join(' '),
  ]);
  const text = [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
  // The mark at the start tells Excel that Indian text is UTF-8.
  return new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv;charset=utf-8' });
}

/** Quoted where needed; what a spreadsheet would run as a formula gets an apostrophe, plain numbers do not. */
function cell(value: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d\s().-]+$/.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
