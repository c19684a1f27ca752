import { readXls } from 'hucre/xlsx';
import type { CellValue } from 'hucre/xlsx';
import { BEGINNING, chooseSheet, isFilled } from './choose-sheet.ts';
import type { Layout, Row, RowBatches, RowSource } from './row-source.ts';
import { cellOf } from '#server/spreadsheets/xlsx/sheet-values.ts';
import { damaged, passwordProtected } from './unreadable-file.ts';

/** The record that begins an Excel 97 workbook; an encrypted one has a FILEPASS record right after it. */
const WORKBOOK_BEGINS = Buffer.from('0908100000060500', 'hex');
const FILEPASS = 0x2f;
const BATCH = 500;

/** Reads one sheet of an Excel 97–2003 file. Throws UnreadableFile. */
export async function xlsRows(bytes: Buffer, layout: Layout = {}): Promise<RowSource> {
  const begins = bytes.indexOf(WORKBOOK_BEGINS);
  if (begins >= 0 && begins + 22 < bytes.length && bytes.readUInt16LE(begins + 20) === FILEPASS) {
    throw passwordProtected();
  }
  const workbook = await readXls(bytes).catch(() => {
    throw damaged();
  });
  const beginnings = workbook.sheets.map(({ name, hidden = false, veryHidden = false, rows: all }) => ({
    sheet: { name, hidden: hidden || veryHidden, rows: all },
    first: beginningOf(all),
  }));
  const { chosen, names } = chooseSheet(beginnings, layout) ?? { names: [] };
  const table = chosen?.rows ?? [];
  let read = 0;
  async function* rows(): RowBatches {
    for (let from = 0; from < table.length; from += BATCH) {
      read = from;
      yield Array.from(table.slice(from, from + BATCH), (cells, index) => rowOf(cells, from + index));
    }
    read = table.length;
  }
  const bytesRead = () => Math.round((read / Math.max(1, table.length)) * bytes.length);
  return { kind: 'xls', sheet: chosen?.name ?? '', sheets: names, bytesTotal: bytes.length, bytesRead, rows };
}

/** The reader leaves holes for empty rows. */
const rowOf = (cells: readonly CellValue[] | undefined, index: number): Row => ({
  number: index + 1,
  cells: Array.from(cells ?? [], cellOf),
});

function beginningOf(rows: readonly (readonly CellValue[] | undefined)[]): Row[] {
  const first: Row[] = [];
  for (let index = 0; index < rows.length && first.length < BEGINNING; index++) {
    const row = rowOf(rows[index], index);
    if (isFilled(row)) first.push(row);
  }
  return first;
}
