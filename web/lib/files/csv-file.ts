/** Returns a CSV file of rows, for spreadsheets. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n');
  // The BOM at the start tells Excel that the file is UTF-8.
  return new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv;charset=utf-8' });
}

/**
 * A cell, quoted where needed. Text that a spreadsheet would run as a formula gets an apostrophe; plain
 * numbers do not.
 */
function cell(value: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d\s().-]+$/.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
