import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { deflatedBomb, oneSheet, sheetXml, textRow, workbookParts, zip } from '#test/input/crafted-files.ts';
import type { ZipPart } from '#test/input/crafted-files.ts';
import { UnreadableFile } from '#server/spreadsheets/unreadable-file.ts';
import { xlsxRows } from './xlsx-rows.ts';

/** Reads all rows; the refusal must be a sentence with 422, and reading must need little memory. */
async function refused(bytes: Buffer, message = /damaged or too large when unpacked/): Promise<void> {
  await assert.rejects(
    async () => {
      const source = await xlsxRows(bytes);
      for await (const batch of source.rows()) assert.ok(batch);
    },
    (error) => {
      assert.ok(error instanceof UnreadableFile, String(error));
      assert.equal(error.status, 422);
      assert.match(error.message, message);
      return true;
    },
  );
}

const honest = () => workbookParts({ sheets: [{ name: 'Leads', xml: textRow(1, ['Name', 'Email']) }] });
const [BEFORE = '', AFTER = ''] = sheetXml('<!--SPLIT-->').split('<!--SPLIT-->');
/** A valid file with its sheet or another part replaced. */
const replaced = (name: string, part: Partial<ZipPart>) =>
  zip(honest().map((each) => (each.name === name ? { name, ...part } : each)));
const SHEET = 'xl/worksheets/sheet1.xml';

test('a zip bomb of gigabytes in 10 MB is refused while unpacking, whatever sizes it declares', async () => {
  const packed = deflatedBomb(9000, BEFORE, AFTER);
  assert.ok(packed.length > 8 * 1024 * 1024 && packed.length < 10 * 1024 * 1024, String(packed.length));
  for (const declaredSize of [0, 100, 9000 * 1024 * 1024]) {
    const since = performance.now();
    await refused(replaced(SHEET, { packed, declaredSize: declaredSize % 2 ** 32 }));
    assert.ok(performance.now() - since < 10_000);
  }
  await refused(replaced('xl/_rels/workbook.xml.rels', { packed }));
});

test('small parts and sheets add up towards the unpacking limit', async () => {
  const packed = deflatedBomb(30, BEFORE, AFTER);
  const sheets = Array.from({ length: 5 }, (_, index) => ({ name: `S${index}`, xml: '' }));
  const parts = workbookParts({ sheets }).map((part) =>
    part.name.includes('sheet') ? { name: part.name, packed } : part,
  );
  await refused(zip(parts));
});

test('too many, duplicate, overlapping, encrypted or unusually compressed entries are refused', async () => {
  const more = Array.from({ length: 2000 }, (_, index) => ({ name: `xl/media/${index}.png`, content: 'x' }));
  await refused(zip([...honest(), ...more]));
  await refused(zip([...honest(), { name: SHEET, content: sheetXml('') }]));
  await refused(zip([...honest(), { name: 'xl/again.xml', sameAs: 2 }]));
  await refused(replaced(SHEET, { content: sheetXml(''), encrypted: true }), /protected by a password/);
  const method = replaced(SHEET, { content: sheetXml('') });
  method.writeUInt16LE(14, method.lastIndexOf(Buffer.from('504b0102', 'hex')) + 10);
  await refused(method);
});

test('64-bit offsets that point nowhere are refused', async () => {
  const wide = zip(honest(), true);
  const change = (pattern: string, offset: number, value: bigint) => {
    const bytes = Buffer.from(wide);
    bytes.writeBigUInt64LE(value, bytes.lastIndexOf(Buffer.from(pattern, 'hex')) + offset);
    return bytes;
  };
  const far = 2n ** 63n;
  await refused(change('504b0607', 8, far));
  await refused(change('504b0606', 48, far));
  await refused(change('504b0606', 32, 2001n));
  const extra = wide.lastIndexOf(Buffer.from('01001800', 'hex'));
  for (const offset of [12, 20]) {
    const bytes = Buffer.from(wide);
    bytes.writeBigUInt64LE(far, extra + offset);
    await refused(bytes);
  }
  const short = Buffer.from(wide);
  short.writeUInt16LE(8, extra + 2);
  await refused(short);
});

test('truncated and scrambled files are refused', async () => {
  const good = oneSheet(textRow(1, ['Name']));
  for (const length of [4, 100, good.length >> 1])
    await refused(good.subarray(0, length), /^This Excel file is incomplete/);
  await refused(good.subarray(0, -1));
  await refused(replaced(SHEET, { packed: Buffer.from('not deflated at all') }));
  await refused(
    replaced(SHEET, { packed: deflateRawSync(Buffer.from(sheetXml(textRow(1, ['a'])))).subarray(0, 60) }),
  );
  await refused(replaced(SHEET, { content: BEFORE }));
  await refused(replaced('xl/workbook.xml', { content: '<workbook/>' }));
});

test('declarations and entities are refused in every part', async () => {
  const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>';
  for (const name of [SHEET, 'xl/workbook.xml', '_rels/.rels']) {
    await refused(replaced(name, { content: `${laughs}<worksheet>&b;</worksheet>` }));
  }
  const undeclared = textRow(1, ['&lol; &#x110000;']);
  const source = await xlsxRows(oneSheet(undeclared));
  for await (const batch of source.rows()) assert.deepEqual(batch[0]?.cells, ['&lol; ']);
});

test('deep nesting, endless tags and endless comments are refused', async () => {
  await refused(oneSheet('<x>'.repeat(1_000_000)));
  await refused(oneSheet('<x>'.repeat(70) + '</x>'.repeat(70)));
  await refused(oneSheet(`<x y="${'>'.repeat(200_000)}"/>`));
  await refused(oneSheet(`<!-- ${'-'.repeat(1_000_000)}`));
  await refused(oneSheet('</x>'.repeat(100)));
});

test('cells, columns and rows over the limits are refused with the row named', async () => {
  await refused(
    oneSheet(textRow(7, ['x'.repeat(40_000)])),
    /Row 7 has a cell with more than 32,767 characters/,
  );
  const head = textRow(1, ['Name']);
  await refused(
    oneSheet(`${head}<row r="9"><c r="XFD9"><v>1</v></c></row>`),
    /Row 9 has more than 200 columns/,
  );
  const wide = Array.from({ length: 10_000 }, () => 'x');
  await refused(oneSheet(textRow(1, wide) + textRow(2, wide)), /Row 2 has more than 200 columns/);
  await refused(oneSheet('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'));
  await refused(oneSheet('<row r="1"><c t="s"><v>5</v></c></row>', { strings: '<si><t>only</t></si>' }));
  await refused(oneSheet(textRow(5, ['a']) + textRow(5, ['b'])));
});

test('a sheet with formatted empty cells is accepted', async () => {
  const source = await xlsxRows(oneSheet('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="3"/></row>'));
  for await (const batch of source.rows()) assert.deepEqual(batch, [{ number: 1, cells: ['1'] }]);
});
