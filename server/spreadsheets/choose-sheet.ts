import type { Layout, Row } from './row-source.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** A sheet with its first rows that are not blank. */
export type SheetBeginning<T> = { sheet: T & { name: string; hidden: boolean }; first: readonly Row[] };

/** Rows in which headers are looked for. */
export const BEGINNING = 10;
const MAX_NAME = 200;
/** Headers that make a table of leads; a cover sheet may hold one such word. */
const ENOUGH = 2;

export const isFilled = ({ cells }: Row) => cells.some((cell) => cell.trim() !== '');

/**
 * The sheet to read: the one that is asked for, else the first visible one with known headers, else the first that is not empty; and
 * the names of all that could be. Undefined for a workbook without sheets; throws UnreadableFile when there is none of that name.
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
