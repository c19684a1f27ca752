import { csvRows } from './csv-rows.ts';
import { fileKind } from './file-kind.ts';
import { bounded, bytesOf } from './row-source.ts';
import type { Layout, RowSource } from './row-source.ts';
import { MAX_CSV_ROWS, MAX_SHEET_ROWS } from './unreadable-file.ts';

export type UploadedFile = {
  path: string;
  filename: string;
  mimeType?: string | undefined;
  mostRows?: number | undefined;
} & Layout;

/** Opens an uploaded table according to its content. Throws UnreadableFile. */
export async function openRows({
  path,
  filename,
  mimeType,
  mostRows = MAX_CSV_ROWS,
  ...layout
}: UploadedFile): Promise<RowSource> {
  const bytes = await bytesOf(path);
  const kind = fileKind(bytes, filename, mimeType);
  if (kind === 'csv') return bounded(csvRows(bytes, layout), Math.min(mostRows, MAX_CSV_ROWS));
  const mostOfSheet = Math.min(mostRows, MAX_SHEET_ROWS);
  // Most files are CSV, so the spreadsheet readers are loaded only when needed.
  if (kind === 'xls')
    return bounded(await (await import('./xls-rows.ts')).xlsRows(bytes, layout), mostOfSheet);
  return bounded(
    await (await import('#server/spreadsheets/xlsx/xlsx-rows.ts')).xlsxRows(bytes, layout),
    mostOfSheet,
  );
}
