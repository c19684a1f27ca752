import { readXls } from 'hucre/xlsx';
import type { Row, RowBatches, RowSource } from './row-source.ts';
import { cellOf } from './sheet-values.ts';
import { damaged, passwordProtected } from './unreadable-file.ts';

/** The record that begins an Excel 97 workbook; an encrypted one has a FILEPASS record right behind it. */
const WORKBOOK_BEGINS = Buffer.from('0908100000060500', 'hex');
const FILEPASS = 0x2f;
const BATCH = 500;

/** Reads the first sheet of an Excel 97–2003 file that is not empty. Throws UnreadableFile. */
export async function xlsRows(bytes: Buffer): Promise<RowSource> {
  const begins = bytes.indexOf(WORKBOOK_BEGINS);
  if (begins >= 0 && begins + 22 < bytes.length && bytes.readUInt16LE(begins + 20) === FILEPASS) {
    throw passwordProtected();
  }
  const workbook = await readXls(bytes).catch(() => {
    throw damaged();
  });
  const filled = (cells: unknown[] | undefined) =>
    cells?.some((cell) => cell !== null && cell !== undefined && cell !== '');
  const sheet = workbook.sheets.find((each) => each.rows.some(filled)) ?? workbook.sheets[0];
  const table = sheet?.rows ?? [];
  let read = 0;
  async function* rows(): RowBatches {
    for (let from = 0; from < table.length; from += BATCH) {
      read = from;
      // The reader leaves holes for rows that hold nothing.
      const batch: Row[] = Array.from(table.slice(from, from + BATCH), (cells, index) => ({
        number: from + index + 1,
        cells: Array.from(cells ?? [], cellOf),
      }));
      yield batch;
    }
    read = table.length;
  }
  const bytesRead = () => Math.round((read / Math.max(1, table.length)) * bytes.length);
  return { kind: 'xls', sheet: sheet?.name ?? '', bytesTotal: bytes.length, bytesRead, rows };
}
