import { EMAIL, cleanText } from '#shared/fields.ts';
import { foldTitle } from '#shared/lead-fields.ts';
import type { ColumnTarget } from '#shared/lead-import.ts';
import { phoneNorm } from '#server/phone.ts';
import type { Row } from '#server/spreadsheets/row-source.ts';
import { MAX_COLUMNS } from '#server/spreadsheets/unreadable-file.ts';
import { recogniseHeader } from '#server/leads/header-aliases.ts';

/** The headers of a file, and the number of the row they stand in; 0 when its first row is data already. */
export type HeaderRow = { row: number; headers: string[]; guessed?: ColumnTarget[] };

const LOOK_AT = 10;

/**
 * Finds the row with the headers among the first rows: usually the first, but a report's title may stand above it,
 * and a file may have none at all. `first` holds the first rows that are not blank.
 */
export function findHeaderRow(first: readonly Row[], titles: ReadonlySet<string> = new Set()): HeaderRow {
  const isKnown = (cell: string) => titles.has(foldTitle(cell)) || recogniseHeader(cell) !== undefined;
  const top = first[0];
  if (!top) return { row: 0, headers: [] };
  for (const row of first.slice(0, LOOK_AT)) {
    const values = row.cells.filter((cell) => cell.trim() !== '');
    if (values.some(isEmail)) break;
    const known = values.filter(isKnown).length;
    const widest = Math.max(0, ...first.filter((above) => above.number < row.number).map(filled));
    if (known >= 2 && widest * 2 <= values.length) return { row: row.number, headers: named(row.cells) };
  }
  if (!looksLikeData(top.cells, isKnown)) return { row: top.number, headers: named(top.cells) };
  const width = Math.min(MAX_COLUMNS, Math.max(...first.map((row) => row.cells.length)));
  const headers = named(Array.from({ length: width }, () => ''));
  return { row: 0, headers, guessed: guessTargets(first, width) };
}

/** The keys of the JSON form, which stand in the first row whatever they look like. */
export function keyRow(first: readonly Row[]): HeaderRow {
  return { row: 1, headers: first[0]?.number === 1 ? named(first[0].cells) : [] };
}

/** Headers as shown; a column without one is called by its place. */
function named(cells: string[]): string[] {
  const headers = cells.map(
    (cell, index) => cleanText(cell).replaceAll(/\s+/g, ' ') || `Column ${index + 1}`,
  );
  let end = headers.length;
  while (end > 0 && (cells[end - 1] ?? '').trim() === '') end--;
  return end === 0 ? headers : headers.slice(0, end);
}

const filled = (row: Row) => row.cells.filter((cell) => cell.trim() !== '').length;
const isEmail = (cell: string) => EMAIL().test(cell.trim());
const isPhone = (cell: string) => /^[+\d][\d\s().-]{6,}$/.test(cell.trim()) && phoneNorm(cell, 'IN') !== '';

/** Whether a row holds values: it has an email address, or a phone number and no known header. */
function looksLikeData(cells: string[], isKnown: (cell: string) => boolean): boolean {
  return cells.some(isEmail) || (cells.some(isPhone) && !cells.some(isKnown));
}

/**
 * Tells from the values themselves, for a file without headers, which column is the email, the phone and, if any,
 * the name.
 */
function guessTargets(rows: readonly Row[], width: number): ColumnTarget[] {
  const targets: ColumnTarget[] = Array.from({ length: width }, () => 'keep_in_notes');
  const guess = (target: ColumnTarget, matches: (cell: string) => boolean) => {
    const index = targets.findIndex((taken, column) => {
      const cells = rows.map((row) => row.cells[column]?.trim() ?? '').filter((cell) => cell !== '');
      return taken === 'keep_in_notes' && cells.length > 0 && cells.every(matches);
    });
    if (index >= 0) targets[index] = target;
  };
  guess('email', isEmail);
  guess('phone', isPhone);
  guess('name', (cell) => /^[\p{L}\p{M} .'-]+$/u.test(cell));
  return targets;
}
