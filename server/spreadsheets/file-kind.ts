import { XLSX_TYPE } from '#shared/protocol/content-types.ts';
import { disguisedText, olderExcel, packedFormat } from './other-formats.ts';
import { cutOff, notASpreadsheet, passwordProtected } from './unreadable-file.ts';
import { ZipEntries } from '#server/spreadsheets/xlsx/zip-entries.ts';

export type FileKind = 'csv' | 'xlsx' | 'xls';

const EXTENSION = /\.(?:csv|xlsx|xls)$/i;
const MIME_TYPES = new Set(['text/csv', 'application/csv', 'application/vnd.ms-excel', XLSX_TYPE]);
const EXCEL = /\.xlsx?$/i;
const ZIP_BEGINS = /^PK(?:\u0003\u0004|\u0005\u0006|\u0007\u0008)/;
const ZIP_ENDS = Buffer.from('504b0506', 'hex');
const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Texts that are not tables, whatever the file's name: PDF, RTF, PostScript, markup, JSON. */
const OTHER_TEXT = /^\s*(?:%PDF|%!PS|\{\\rtf|<[!?a-z]|\{\s*"|\[\s*[{[])/i;

/**
 * The kind of a file, decided by its content; name and declared type only indicate whether a spreadsheet was
 * intended. Throws UnreadableFile 415 with the import dialog's message for any other file.
 */
export function fileKind(bytes: Buffer, filename: string, mimeType = ''): FileKind {
  const declared = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!EXTENSION.test(filename.trim()) && !MIME_TYPES.has(declared)) throw notASpreadsheet();
  if (bytes.subarray(0, 8).equals(OLE2)) {
    if (bytes.includes('EncryptedPackage', 0, 'utf16le')) throw passwordProtected();
    if (bytes.includes('Workbook', 0, 'utf16le')) return 'xls';
    throw bytes.includes('Book', 0, 'utf16le') ? olderExcel() : notASpreadsheet();
  }
  const isNamedExcel = EXCEL.test(filename.trim());
  if (ZIP_BEGINS.test(bytes.subarray(0, 4).toString('latin1'))) {
    if (bytes.lastIndexOf(ZIP_ENDS) < 0) throw isNamedExcel ? cutOff() : notASpreadsheet();
    return packedKind(new ZipEntries(bytes).names);
  }
  const disguised = isNamedExcel ? disguisedText(bytes) : undefined;
  if (disguised) throw disguised;
  const beginning = bytes
    .subarray(0, 256)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '');
  if (OTHER_TEXT.test(beginning)) throw notASpreadsheet();
  return 'csv';
}

/** A workbook's main part may have any name; its reader decides whether it is one. */
function packedKind(names: readonly string[]): 'xlsx' {
  const other = packedFormat(names);
  if (other) throw other;
  if (names.some((name) => name.startsWith('xl/'))) return 'xlsx';
  if (names.includes('_rels/.rels') && !names.some((name) => /^(?:word|ppt|visio)\//.test(name)))
    return 'xlsx';
  throw notASpreadsheet();
}
