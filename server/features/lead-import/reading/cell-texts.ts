import { cleanText } from '#shared/fields/fields.ts';
import { foldTitle } from '#shared/fields/lead-fields.ts';
import type { ColumnTarget } from '#shared/leads/lead-import.ts';
import type { Row } from '#server/spreadsheets/row-source.ts';
import { withLines } from '#server/leads/values/cell-lines.ts';
import { cellText, isNotChosen } from '#server/leads/values/read-field.ts';
import type { Column } from './recognise-columns.ts';

/** Whether the file is one of our own exports. */
export const isOwn = (columns: readonly Column[]) => columns.some(({ target }) => target === 'lead_id');

/**
 * `="0123"`, with which other exports keep spreadsheets from changing a number or text, and `=+919845010001`.
 */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;
const NUMBER_FORMULA = /^=(\+?\d[\d\s().-]{5,})$/;
const LINK_FORMULA = /^=HYPERLINK\(\s*"((?:[^"]|"")*)"\s*(?:[,;]\s*"((?:[^"]|"")*)"\s*)?\)$/i;
const unescaped = (text: string) => text.replaceAll('""', '"');

/**
 * The text that a formula shows, without its quotes; any other cell unchanged. In a column of addresses or
 * numbers, a link counts as its address or number, whatever text it shows.
 */
function undoFormula(cell: string, target?: ColumnTarget): string {
  if (cell[0] !== '=') return cell;
  const text = TEXT_FORMULA.exec(cell) ?? (target === 'phone' ? NUMBER_FORMULA.exec(cell) : null);
  if (text?.[1] !== undefined) return unescaped(text[1]).trim();
  const [, link, shown] = LINK_FORMULA.exec(cell) ?? [];
  if (link === undefined) return cell;
  const isContact = target === 'email' || target === 'phone';
  const address = /^(?:mailto|tel):([^?]*)/i.exec(link)?.[1];
  if (isContact && address) return unescaped(address);
  return unescaped(shown || address || link).trim();
}

/** Cells as text; other products write line breaks as HTML, and texts as formulas. */
export function textReader({
  columns,
  isExact,
}: {
  columns: readonly Column[];
  isExact?: boolean;
}): (cell: string, target?: ColumnTarget) => string {
  if (isExact) return cleanText;
  if (isOwn(columns)) return cellText;
  return (cell, target) => {
    const text = undoFormula(cellText(cell), target);
    if (isNotChosen(text)) return '';
    return withLines(text);
  };
}

/** Pairs of columns with the date and the time of the same moment, as in JustDial's enquiries. */
export function timeColumns(columns: readonly Column[]) {
  const find = (title: string, target: ColumnTarget) =>
    columns.find((column) => column.target === target && foldTitle(column.header) === title)?.index ?? -1;
  const [date, time] = [find('date', 'created_at'), find('time', 'keep_in_notes')];
  const timeOf = ({ cells }: Row) => {
    const cell = cells[time]?.trim() ?? '';
    return date >= 0 && /^\d{1,2}[:.]\d{2}/.test(cell) && !/:/.test(cells[date] ?? ':') ? cell : undefined;
  };
  return {
    isTaken: (row: Row, index: number) =>
      index === time && timeOf(row) !== undefined && (row.cells[date] ?? '').trim() !== '',
    withTime: (row: Row, index: number, cell: string) => {
      const clock = index === date ? timeOf(row) : undefined;
      return clock === undefined ? cell : `${cell} ${clock}`;
    },
  };
}
