import { cutOff, notASpreadsheet, passwordProtected, webPage } from './unreadable-file.ts';

export type FileKind = 'csv' | 'xlsx' | 'xls';

const EXTENSION = /\.(?:csv|xlsx|xls)$/i;
const MIME_TYPES = new Set([
  'text/csv',
  'application/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]);
const EXCEL = /\.xlsx?$/i;
const WEB_PAGE = /^\s*<(?:!doctype html|html|table|head|body|meta|style)\b/i;
const ZIP_ENDS = Buffer.from('504b0506', 'hex');
const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Texts that are no tables, whatever the file is called: PDF, RTF, PostScript, markup, JSON. */
const OTHER_TEXT = /^\s*(?:%PDF|%!PS|\{\\rtf|<[!?a-z]|\{\s*"|\[\s*[{[])/i;

/**
 * What the file is, decided by its content; name and declared type only say whether a spreadsheet was meant.
 * Throws UnreadableFile 415 with the sentence of the import dialog for anything else.
 */
export function fileKind(bytes: Buffer, filename: string, mimeType = ''): FileKind {
  const declared = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!EXTENSION.test(filename.trim()) && !MIME_TYPES.has(declared)) throw notASpreadsheet();
  if (bytes.subarray(0, 8).equals(OLE2)) {
    if (bytes.includes('EncryptedPackage', 0, 'utf16le')) throw passwordProtected();
    if (bytes.includes('Workbook', 0, 'utf16le') || bytes.includes('Book', 0, 'utf16le')) return 'xls';
    throw notASpreadsheet();
  }
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    if (bytes.includes('xl/workbook')) return 'xlsx';
    throw EXCEL.test(filename.trim()) && bytes.lastIndexOf(ZIP_ENDS) < 0 ? cutOff() : notASpreadsheet();
  }
  const beginning = bytes
    .subarray(0, 256)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '');
  if (OTHER_TEXT.test(beginning)) {
    throw EXCEL.test(filename.trim()) && WEB_PAGE.test(beginning) ? webPage() : notASpreadsheet();
  }
  return 'csv';
}
