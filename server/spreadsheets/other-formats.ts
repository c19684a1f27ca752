import { otherFormat } from './unreadable-file.ts';
import type { UnreadableFile } from './unreadable-file.ts';

const NAMED_EXCEL = 'under the name of an Excel file';
const MARKUP = /^\s*</;
const EXCEL_2003 = 'urn:schemas-microsoft-com:office:spreadsheet';
const WEB_PAGE =
  /<(?:!doctype html|html|head|body|meta|style|table|tr|td|div|p|br|b|span|center|font|h\d)\b/i;
const SYLK = /^ID;P[^\n]*\n(?:P;P|[BC];[XY]\d|[FO];[A-Z])/;
const DIF = /^TABLE\r?\n0,1\r?\n/;
/** Excel 2 to 4 wrote one sheet, without the container of later workbooks. */
const BEFORE_EXCEL_5 = /^\u0009[\u0000\u0002\u0004][\u0004\u0006]\u0000/;
const LOOKED_AT = 4096;

/**
 * A text file named like an Excel file: web pages and the text formats that Excel opens; undefined for
 * others.
 */
export function disguisedText(bytes: Buffer): UnreadableFile | undefined {
  const text = beginningOf(bytes);
  if (SYLK.test(text)) return otherFormat(`a SYLK file ${NAMED_EXCEL}`);
  if (DIF.test(text)) return otherFormat(`a DIF file ${NAMED_EXCEL}`);
  if (BEFORE_EXCEL_5.test(text)) return olderExcel();
  if (!MARKUP.test(text)) return undefined;
  if (text.includes(EXCEL_2003)) return otherFormat(`an XML spreadsheet of Excel 2003 ${NAMED_EXCEL}`);
  return WEB_PAGE.test(text) ? otherFormat(`a web page ${NAMED_EXCEL}`) : undefined;
}

export const olderExcel = () => otherFormat('a workbook of Excel 95 or older');

/** Another program's archive file, recognised by the names in it; undefined for others. */
export function packedFormat(names: readonly string[]): UnreadableFile | undefined {
  if (names.includes('xl/workbook.bin')) return otherFormat('a binary workbook of Excel (xlsb)');
  if (names.includes('mimetype') && names.includes('content.xml'))
    return otherFormat('an OpenDocument file (ods)');
  return names.some((name) => name.endsWith('.iwa')) ? otherFormat('a file of Apple Numbers') : undefined;
}

function beginningOf(bytes: Buffer): string {
  const first = bytes.subarray(0, LOOKED_AT);
  const isWide = first[0] === 0xff && first[1] === 0xfe;
  return first.toString(isWide ? 'utf16le' : 'latin1').replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, '');
}
