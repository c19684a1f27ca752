import { EMAIL, cleanText } from '#shared/fields/fields.ts';
import { EXPORTED_ID_TITLE, foldTitle } from '#shared/fields/lead-fields.ts';
import type { ColumnTarget } from '#shared/leads/lead-import.ts';
import { phoneNorm } from '#server/phone.ts';
import { BEGINNING } from '#server/spreadsheets/choose-sheet.ts';
import type { Row } from '#server/spreadsheets/row-source.ts';
import { MAX_COLUMNS } from '#server/spreadsheets/unreadable-file.ts';
import { recogniseHeader } from '#server/leads/values/header-aliases.ts';
import type { Titles } from './recognise-columns.ts';

/** The headers of a file, and their row number; 0 when the first row is already data. */
export type HeaderRow = { row: number; headers: string[]; guessed?: ColumnTarget[] };

type Known = (cell: string) => boolean;

/**
 * Whether a cell is a known header: the client's own title, a field's name, or another product's name for it.
 */
export function knownHeaders(titles: Titles): Known {
  const own = new Set([EXPORTED_ID_TITLE, ...Object.values(titles)].map((title) => foldTitle(title ?? '')));
  return (cell) => own.has(foldTitle(cell)) || recogniseHeader(cell) !== undefined;
}

/**
 * Finds the header row among the first non-blank rows: the one with the most known headers. A report title or
 * group names may precede it, and a file may have no headers.
 */
export function findHeaderRow(first: readonly Row[], isKnown: Known = knownHeaders({})): HeaderRow {
  const top = first[0];
  if (!top) return { row: 0, headers: [] };
  let [best, most] = [top, countKnown(top, isKnown)];
  for (const row of first.slice(1, BEGINNING)) {
    const known = countKnown(row, isKnown);
    // A word like "Email" may be the value of a lead.
    if (known > most && known * 2 >= filled(row) && (known > 1 || filled(row) === 1))
      [best, most] = [row, known];
  }
  if (!looksLikeData(best.cells, isKnown)) {
    const above = first[first.indexOf(best) - 1];
    const isGroups = above?.number === best.number - 1 && hasGap(above.cells);
    return { row: best.number, headers: named(isGroups ? underGroups(best.cells, above.cells) : best.cells) };
  }
  const width = Math.min(MAX_COLUMNS, Math.max(...first.map((row) => row.cells.length)));
  const headers = named(Array.from({ length: width }, () => ''));
  return { row: 0, headers, guessed: guessTargets(first, width) };
}

const countKnown = ({ cells }: Row, isKnown: Known) =>
  cells.some((cell) => isEmail(cell) || isPhone(cell))
    ? 0
    : cells.filter((cell) => cell.trim() !== '' && isKnown(cell)).length;

/** Whether an empty cell lies between two filled ones, as in merged cells. */
const hasGap = (cells: readonly string[]) => /[^|]\|{2,}[^|]/.test(cells.map(foldTitle).join('|'));

/**
 * Headers below merged group names: "Date" under "Follow-up" is a follow-up date, if that is a known header.
 */
function underGroups(cells: string[], groups: readonly string[]): string[] {
  let group = '';
  return cells.map((cell, index) => {
    group = groups[index]?.trim() || group;
    const both = recogniseHeader(`${group} ${cell}`);
    return group !== '' && both && both.target !== recogniseHeader(cell)?.target ? `${group} ${cell}` : cell;
  });
}

/** The keys of the JSON form, which are always in the first row. */
export function keyRow(first: readonly Row[]): HeaderRow {
  return { row: 1, headers: first[0]?.number === 1 ? named(first[0].cells) : [] };
}

/** Headers as shown; a column without one is named by its position. */
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

/** Whether a row is data: it has an email address, or a phone number and no known header. */
function looksLikeData(cells: string[], isKnown: Known): boolean {
  return cells.some(isEmail) || (cells.some(isPhone) && !cells.some(isKnown));
}

/**
 * For a file without headers, detects from the values which column is the email, the phone and, if present,
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
