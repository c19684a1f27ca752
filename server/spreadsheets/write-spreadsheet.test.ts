import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { writeSpreadsheet } from '#server/spreadsheets/write-spreadsheet.ts';

type Cell = string | number | null;

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A cell in the format of COPY. */
const copied = (cell: Cell) =>
  cell === null ? '\\N' : String(cell).replaceAll(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign);

async function sheetsOf(titles: string[], rows: Cell[][], rowsPerSheet?: number) {
  const columns = titles.map((title, at) => ({
    title,
    isNumber: rows.some((row) => typeof row[at] === 'number'),
  }));
  const lines = Readable.from(rows.map((row) => `${row.map((cell) => copied(cell)).join('\t')}\n`));
  const file = await buffer(writeSpreadsheet('Leads', columns, lines, rowsPerSheet));
  const { sheets } = await readXlsx(new Uint8Array(file));
  return sheets.map(({ name, rows: read }) => ({ name, rows: read }));
}

test('texts and numbers are written to their cells unchanged', async () => {
  const rows: Cell[][] = [
    ['Asha & <Sons> "Ltd"', 12.5, null, 'x'],
    ['  two spaces ', -3, 'two\nlines\tand a tab', 'आशा 👩‍👩‍👧'],
    ['_x0041_ and _x41_', 0, 'a\r\nb\u0001\u001f\ufffe', '0123'],
    ['C:\\new\\N and \\N', null, '\\N', ''],
  ];
  const [sheet, ...others] = await sheetsOf(['Name', 'Value', 'Notes & more', '₹'], rows);
  assert.deepEqual(others, []);
  assert.deepEqual(sheet, { name: 'Leads', rows: [['Name', 'Value', 'Notes & more', '₹'], ...rows] });
});

test('a text too long for a cell is cut', async () => {
  const [sheet] = await sheetsOf(['Notes'], [['x'.repeat(40_000)], ['&'.repeat(32_767)]]);
  assert.deepEqual(sheet?.rows, [['Notes'], ['x'.repeat(32_767)], ['&'.repeat(32_767)]]);
});

test('columns past the 26th and the 702nd have the right letters', async () => {
  const cells = Array.from({ length: 710 }, (_, at) => `C${at}`);
  const [sheet] = await sheetsOf(cells, [cells]);
  assert.deepEqual(sheet?.rows, [cells, cells]);
});

test('rows that do not fit one sheet continue on the next, under the same titles', async () => {
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at): Cell[] => [`Lead ${from + at}`, from + at]);
  const titles = ['Name', 'Number'];
  const sheet = (name: string, from: number, to: number) => ({
    name,
    rows: [titles, ...numbered(from, to)],
  });
  const cases: [number, object[]][] = [
    [0, [sheet('Leads', 1, 0)]],
    [9, [sheet('Leads', 1, 9)]],
    [10, [sheet('Leads', 1, 9), sheet('Leads_2', 10, 10)]],
    [20, [sheet('Leads', 1, 9), sheet('Leads_2', 10, 18), sheet('Leads_3', 19, 20)]],
  ];
  for (const [count, sheets] of cases)
    assert.deepEqual(await sheetsOf(titles, numbered(1, count), 10), sheets, `${count} rows`);
});
