import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeXlsx } from 'hucre';
import { oneSheet, textRow, workbook, workbookParts, zip } from '#test/input/crafted-files.ts';
import type { Row } from '#server/spreadsheets/row-source.ts';
import { xlsxRows } from './xlsx-rows.ts';

async function read(bytes: Buffer): Promise<{ rows: Row[]; sheet: string | undefined }> {
  const source = await xlsxRows(bytes);
  const rows: Row[] = [];
  for await (const batch of source.rows()) rows.push(...batch);
  return { rows, sheet: source.sheet };
}
const cells = async (bytes: Buffer) => (await read(bytes)).rows.map((row) => row.cells);

/** Styles 1 and up in the given order. */
const styles = (...codes: string[]) =>
  `<numFmts>${codes.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`).join('')}</numFmts>` +
  `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
  `<cellXfs><xf numFmtId="0"/>${codes.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}<xf numFmtId="14"/></cellXfs>`;

test('reads the output of a spreadsheet program', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Leads',
        rows: [
          ['Name', 'Phone', 'Since', 'Paid', 'Share'],
          ['प्रिया शर्मा', 9876543210, new Date(Date.UTC(2021, 3, 15, 0, 3)), true, 0.1 + 0.2],
          ['A & B <C>', '+91 98765 43210', new Date(Date.UTC(2021, 3, 15)), false, 1e15],
        ],
      },
    ],
  });
  assert.deepEqual(await cells(Buffer.from(bytes)), [
    ['Name', 'Phone', 'Since', 'Paid', 'Share'],
    ['प्रिया शर्मा', '9876543210', '2021-04-15 00:03:00', 'TRUE', '0.3'],
    ['A & B <C>', '+91 98765 43210', '2021-04-15', 'FALSE', '1000000000000000'],
  ]);
});

test('preserves all digits of numbers, however they are written', async () => {
  const values = ['9876543210', '9.87654321E9', '919876543210', '1E+21', '0.00001', '-12.50'];
  const row = `<row r="1">${values.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`;
  assert.deepEqual(await cells(oneSheet(row)), [
    ['9876543210', '9876543210', '919876543210', '1000000000000000000000', '0.00001', '-12.5'],
  ]);
});

test('distinguishes dates from amounts by the cell format', async () => {
  const codes = [
    '[$₹-4009] #,##0.00',
    'dd/mm/yyyy hh:mm',
    '[$Dh. ]#,##0',
    'h:mm AM/PM',
    '[Red]0.00',
    'd-mmm-yy',
  ];
  const cell = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`;
  const row = `<row r="1">${[44301.5, 44301.5, 44301, 0.4375, 44301, 44301].map((value, index) => cell(index + 1, value)).join('')}${cell(7, 44301)}</row>`;
  const found = await cells(oneSheet(row, { styles: styles(...codes) }));
  assert.deepEqual(found, [
    ['44301.5', '2021-04-15 12:00:00', '44301', '10:30', '44301', '2021-04-15', '2021-04-15'],
  ]);
  const mac = oneSheet(`<row r="1">${cell(1, 42839)}</row>`, { styles: styles('yyyy'), date1904: true });
  assert.deepEqual(await cells(mac), [['2021-04-15']]);
});

test('reads shared, rich, inline and formula texts', async () => {
  const strings =
    '<si><t>Plain</t></si><si><r><t>Rich </t></r><r><rPr><b/></rPr><t>text</t></r></si>' +
    '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t xml:space="preserve">two_x000A_lines</t></si>';
  const row =
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c>' +
    '<c t="str"><f>UPPER("x")</f><v>X</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>' +
    '<c t="e"><v>#N/A</v></c><c t="b"><v>1</v></c><c s="1"/></row>';
  const { rows } = await read(oneSheet(row, { strings }));
  assert.deepEqual(rows, [
    { number: 2, cells: ['Plain', '', 'Rich text', '東京', 'two\nlines', 'X', 'inline', '#N/A', 'TRUE'] },
  ]);
});

test('reads text split into pieces, with entities, comments and CDATA', async () => {
  // Longer than the chunks in which a file is unpacked, so that every kind of split occurs.
  const rows = Array.from({ length: 4000 }, (_, index) =>
    textRow(index + 1, [`<!-- > --><![CDATA[a<b>]]> &amp;&#8377;&#x20b9; ${index}`]),
  );
  const found = await cells(oneSheet(rows.join('<?skip > ?>')));
  assert.equal(found.length, 4000);
  found.forEach(([cell], index) => assert.equal(cell, `a<b> &₹₹ ${index}`));
});

test('takes the first visible sheet that is not empty', async () => {
  const { sheet, rows } = await read(
    workbook({
      sheets: [
        { name: 'Hidden', xml: textRow(1, ['no']), hidden: true },
        { name: 'Empty', xml: '<row r="1"><c r="A1"><v></v></c></row>' },
        { name: 'Leads', xml: textRow(3, ['yes']) },
      ],
    }),
  );
  assert.equal(sheet, 'Leads');
  assert.deepEqual(rows, [{ number: 3, cells: ['yes'] }]);
});

test('reads a file a second time', async () => {
  const source = await xlsxRows(oneSheet(textRow(1, ['Name']) + textRow(2, ['Asha'])));
  for (let pass = 0; pass < 2; pass++) {
    const rows: Row[] = [];
    for await (const batch of source.rows()) rows.push(...batch);
    assert.equal(rows.length, 2);
  }
});

test('a workbook is read under any names of its parts, and with a 64-bit directory', async () => {
  const sheets = [{ name: 'Leads', xml: textRow(1, ['Name']) + textRow(2, ['Asha']) }];
  const parts = workbookParts({ sheets, strings: '<si><t>x</t></si>' });
  const called = (change: (name: string) => string, changeText = change) =>
    parts.map(({ name, content }) => ({ name: change(name), content: changeText(String(content)) }));
  const files = {
    wide: zip(parts, true),
    'another main part': zip(called((text) => text.replaceAll('workbook.xml', 'book1.xml'))),
    'at the top': zip(called((text) => text.replace(/^xl\//, '').replace('Target="xl/', 'Target="'))),
    'other case': zip(
      called(
        (name) => name.replace('worksheets/sheet', 'Worksheets/Sheet'),
        (text) => text,
      ),
    ),
    blanks: zip(called((text) => text.replaceAll('sheet1.xml', 'sheet 1.xml'))),
    'blanks as signs': zip(
      called(
        (text) => text.replaceAll('sheet1.xml', 'sheet 1.xml'),
        (text) => text.replaceAll('sheet1.xml', 'sheet%201.xml'),
      ),
    ),
    letters: zip(called((text) => text.replaceAll('sheet1.xml', 'लीड.xml'))),
  };
  for (const [name, bytes] of Object.entries(files))
    assert.deepEqual(await cells(bytes), [['Name'], ['Asha']], name);
});

test('a workbook with a sheet for each day of the year is read', async () => {
  const days = Array.from({ length: 366 }, (_, index) => ({
    name: `Day ${index}`,
    xml: textRow(1, [`Name ${index}`]),
  }));
  assert.deepEqual(await read(workbook({ sheets: days })), {
    rows: [{ number: 1, cells: ['Name 0'] }],
    sheet: 'Day 0',
  });
});
