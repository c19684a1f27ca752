import type { Layout, Row } from './row-source.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** A sheet with its first non-blank rows. */
export type SheetBeginning<T> = { sheet: T & { name: string; hidden: boolean }; first: readonly Row[] };

/** How many rows are searched for headers. */
export const BEGINNING = 10;
const MAX_NAME = 200;
/** How many headers make a table of leads; a cover sheet may contain one such word. */
const ENOUGH = 2;

export const isFilled = ({ cells }: Row) => cells.some((cell) => cell.trim() !== '');

/**
 * The sheet to read: the requested one, otherwise the first visible one with known headers, otherwise the
 * first non-empty one; and the names of all available ones. Undefined for a workbook without sheets; throws
 * UnreadableFile when no sheet has the requested name.
 */
export function chooseSheet<T>(
  all: readonly SheetBeginning<T>[],
  { sheet: asked, isHeader }: Layout,
): { chosen: T & { name: string }; names: string[] } | undefined {
  const visible = all.filter(({ sheet }) => !sheet.hidden);
  const shown = visible.length > 0 ? visible : all;
  const filled = shown.filter(({ first }) => first.length > 0);
  const names = filled.map(({ sheet }) => sheet.name.slice(0, MAX_NAME));
  const headersOf = ({ first }: SheetBeginning<T>) =>
    Math.max(
      0,
      ...first.map(({ cells }) => cells.filter((cell) => cell.trim() !== '' && isHeader?.(cell)).length),
    );
  if (asked !== undefined) {
    const found = filled[names.indexOf(asked)];
    if (!found) throw noSuchSheet(asked);
    return { chosen: found.sheet, names };
  }
  const counts = filled.map(headersOf);
  const best = [ENOUGH, 1]
    .map((least) => counts.findIndex((count) => count >= least))
    .find((index) => index >= 0);
  const chosen = filled[best ?? 0] ?? shown[0];
  return chosen && { chosen: chosen.sheet, names };
}

const noSuchSheet = (name: string) =>
  new UnreadableFile(422, `This file has no sheet “${name}” with rows in it.`);
