/**
 * The XML of a spreadsheet (ECMA-376, part 1, 18.3) with text and number cells, as strings for the parts of
 * an xlsx file.
 */

export type Cell = string | number | null;
export type SheetColumn = { title: string; isNumber: boolean };

/** The maximum length of a spreadsheet cell. */
const MAX_CELL = 32_767;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const SHEET_START = `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>`;
export const SHEET_END = '</sheetData></worksheet>';

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/** A row of a sheet; `number` counts from 1. Empty cells are omitted. */
export function rowXml(number: number, cells: readonly Cell[]): string {
  let xml = `<row r="${number}">`;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    if (typeof cell === 'string')
      xml += `<c r="${columnName(at)}${number}" t="inlineStr"><is>${textXml(cell)}</is></c>`;
    else if (typeof cell === 'number') xml += `<c r="${columnName(at)}${number}"><v>${cell}</v></c>`;
  }
  return `${xml}</row>`;
}

const columnNames: string[] = [];

/** A, B, … Z, AA, … for 0, 1, … 25, 26, … */
function columnName(at: number): string {
  return (columnNames[at] ??=
    (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26)));
}

/** Otherwise leading and trailing spaces and line feeds would be collapsed or lost. */
const KEPT_SPACE = /^\s|\s$|[\n\t]/;
/**
 * XML's special characters, characters that XML does not allow, and texts that spreadsheets would read as
 * such an escape: `_x0041_`.
 */
const SPECIAL = /[&<>\r\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/;
const EVERY_SPECIAL = new RegExp(SPECIAL, 'g');
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function textXml(text: string): string {
  const fitting = text.length > MAX_CELL ? text.slice(0, MAX_CELL) : text;
  const xml = SPECIAL.test(fitting) ? escaped(fitting) : fitting;
  return KEPT_SPACE.test(fitting) ? `<t xml:space="preserve">${xml}</t>` : `<t>${xml}</t>`;
}

const escaped = (text: string) =>
  text.replaceAll(
    EVERY_SPECIAL,
    (sign) => ENTITIES[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );

/** The parts of the file besides its sheets, by path: Leads, Leads_2, … for this number of sheets. */
export function workbookParts(name: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  const each = (xml: (number: number) => string) => numbers.map((number) => xml(number)).join('');
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (all: string) =>
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`;
  const titled = (number: number) => (number === 1 ? name : `${name}_${number}`);
  return {
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(
      (number) => `<sheet name="${titled(number)}" sheetId="${number}" r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      each((number) => relation(number, 'worksheet', sheetPath(number).replace('xl/', ''))),
    ),
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${each(
      (number) => `<Override PartName="/${sheetPath(number)}" ContentType="${TYPE}.worksheet+xml"/>`,
    )}</Types>`,
  };
}
