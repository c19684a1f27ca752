import { serialToDate } from 'hucre';
import { BEGINNING, chooseSheet, isFilled } from '#server/spreadsheets/choose-sheet.ts';
import type { SheetBeginning } from '#server/spreadsheets/choose-sheet.ts';
import type { Layout, Row, RowBatches, RowSource } from '#server/spreadsheets/row-source.ts';
import { dateText, numberText } from './sheet-values.ts';
import {
  MAX_CELL_CHARS,
  MAX_COLUMNS,
  MAX_SHEET_ROWS,
  cellTooLong,
  damaged,
  tooManyColumns,
} from '#server/spreadsheets/unreadable-file.ts';
import { openWorkbook, unescapeText } from './xlsx-parts.ts';
import type { Sheet, Workbook } from './xlsx-parts.ts';
import { XmlTokens, attribute } from './xml-tokens.ts';
import { ZipEntries } from './zip-entries.ts';

/**
 * How many columns may be filled with nothing (a format applied to a whole row) before a sheet is rejected.
 */
const MOST_POSITIONS = 16_384;

/** Reads one sheet of an Excel file. Throws UnreadableFile. */
export async function xlsxRows(bytes: Buffer, layout: Layout = {}): Promise<RowSource> {
  const zip = new ZipEntries(bytes);
  const workbook = await openWorkbook(zip);
  const beginnings: SheetBeginning<Sheet>[] = [];
  for (const sheet of workbook.sheets)
    beginnings.push({ sheet, first: await beginningOf(zip, sheet, workbook) });
  const found = chooseSheet(beginnings, layout);
  if (!found) throw damaged();
  const { name, path } = found.chosen;
  const rows = () => {
    zip.rewind();
    return sheetRows(zip, path, workbook);
  };
  const { date1904 } = workbook;
  return {
    kind: 'xlsx',
    sheet: name,
    sheets: found.names,
    date1904,
    bytesTotal: bytes.length,
    bytesRead: () => zip.bytesRead,
    rows,
  };
}

async function beginningOf(zip: ZipEntries, { path }: Sheet, workbook: Workbook): Promise<Row[]> {
  const first: Row[] = [];
  for await (const batch of sheetRows(zip, path, workbook)) {
    first.push(...batch.filter(isFilled));
    if (first.length >= BEGINNING) break;
  }
  return first.slice(0, BEGINNING);
}

async function* sheetRows(zip: ZipEntries, path: string, workbook: Workbook): RowBatches {
  const reader = new SheetReader(workbook);
  const tokens = new XmlTokens(reader);
  for await (const piece of zip.unpack(path)) {
    tokens.push(piece);
    if (reader.rows.length > 0) yield reader.rows.splice(0);
  }
  tokens.end();
}

/** Assembles a worksheet's tags into rows. */
class SheetReader {
  readonly rows: Row[] = [];
  readonly #workbook: Workbook;
  #number = 0;
  #found = 0;
  #cells: string[] = [];
  #inRow = false;
  #column = 0;
  #type = '';
  #style = -1;
  #value = '';
  #inValue = false;
  #inReading = false;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  open(name: string, attributes: string): void {
    if (name === 'c' && this.#inRow) this.#openCell(attributes);
    else if (name === 'v') this.#inValue = true;
    else if (name === 't') this.#inValue = !this.#inReading;
    else if (name === 'rPh') this.#inReading = true;
    else if (name === 'row') {
      const number = Number(attribute(attributes, 'r') ?? this.#number + 1);
      if (!Number.isSafeInteger(number) || number <= this.#number) throw damaged();
      this.#number = number;
      this.#cells = [];
      this.#column = 0;
      this.#inRow = true;
    }
  }

  text(text: string): void {
    if (!this.#inValue || !this.#inRow) return;
    this.#value += text;
    if (this.#value.length > MAX_CELL_CHARS) throw cellTooLong(this.#number);
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#inValue = false;
    else if (name === 'c' && this.#inRow) this.#closeCell();
    else if (name === 'rPh') this.#inReading = false;
    else if (name === 'row') this.#closeRow();
  }

  #openCell(attributes: string): void {
    const reference = attribute(attributes, 'r');
    if (reference) this.#column = columnOf(reference);
    this.#type = attribute(attributes, 't') ?? '';
    this.#style = Number(attribute(attributes, 's') ?? -1);
    this.#value = '';
  }

  #closeCell(): void {
    const cell = this.#cell();
    const column = this.#column++;
    if (cell === '') return;
    if (column >= MAX_COLUMNS) {
      // The title of a column that no row fills is ignored.
      if (this.#found === 0 || cell.trim() === '') return;
      throw tooManyColumns(this.#number, MAX_COLUMNS);
    }
    while (this.#cells.length < column) this.#cells.push('');
    this.#cells[column] = cell;
  }

  #closeRow(): void {
    this.#inRow = false;
    if (this.#cells.length === 0) return;
    // One row over the limit is enough for a caller that counts the rows.
    if (++this.#found > MAX_SHEET_ROWS + 2) throw damaged();
    this.rows.push({ number: this.#number, cells: this.#cells });
  }

  #cell(): string {
    const { sharedStrings, dateStyles, date1904 } = this.#workbook;
    const value = this.#value;
    if (value === '') return '';
    switch (this.#type) {
      case 's': {
        const text = sharedStrings[Number(value)];
        if (text === undefined) throw damaged();
        return text;
      }
      case 'str':
      case 'inlineStr':
        return unescapeText(value);
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
      case 'e':
      case 'd':
        return value;
      default: {
        const number = Number(value);
        if (Number.isNaN(number)) return value;
        return dateStyles[this.#style] ? dateText(serialToDate(number, date1904)) : numberText(number);
      }
    }
  }
}

/** The column of a reference like BC12, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let index = 0; index < reference.length; index++) {
    const letter = reference.charCodeAt(index) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
    if (column > MOST_POSITIONS) throw damaged();
  }
  if (column === 0) throw damaged();
  return column - 1;
}
