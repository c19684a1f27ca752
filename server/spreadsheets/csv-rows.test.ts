import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { csvRows } from './csv-rows.ts';
import type { Row } from './row-source.ts';
import { UnreadableFile } from './unreadable-file.ts';

async function read(
  bytes: Buffer | string,
): Promise<{ rows: Row[]; encoding?: string | undefined; delimiter?: string | undefined }> {
  const source = csvRows(Buffer.from(bytes));
  const rows: Row[] = [];
  for await (const batch of source.rows()) rows.push(...batch);
  return { rows, encoding: source.encoding, delimiter: source.delimiter };
}
const cells = async (bytes: Buffer | string) => (await read(bytes)).rows.map((row) => row.cells);

const TEXT = 'Name,City\r\nJosé Muñoz,Orléans\r\n“Quoted” – Müller,Köln\r\n';
// These encodings need more text than a few letters to be told apart.
const JAPANESE =
  '名前,市\n山田太郎,東京都新宿区西新宿\n佐藤花子さん,大阪府大阪市北区\nスズキ ジロウ,こちらは北海道です\n';
const RUSSIAN =
  'Имя,Город\nИван Петров,Москва\nОльга Сергеевна Новикова,Санкт-Петербург и область\nтот же самый,что и в прошлый раз на этой работе\n';
const INDIAN = 'नाम,शहर\nप्रिया शर्मा,मुंबई\n';

test('reads every common encoding without garbling a letter', async () => {
  const expected = (text: string) =>
    text
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
  const utf16be = (text: string) => iconv.encode(text, 'utf-16be');
  for (const [bytes, encoding, text] of [
    [Buffer.from(TEXT), 'UTF-8', TEXT],
    [Buffer.from(`\ufeff${INDIAN}`), 'UTF-8', INDIAN],
    [iconv.encode(`\ufeff${INDIAN}`, 'utf-16le'), 'utf-16le', INDIAN],
    [iconv.encode(TEXT, 'utf-16le'), 'utf-16le', TEXT],
    [utf16be(`\ufeff${TEXT}`), 'utf-16be', TEXT],
    [utf16be(TEXT), 'utf-16be', TEXT],
    [iconv.encode(TEXT, 'windows-1252'), 'windows-1252', TEXT],
    [iconv.encode(JAPANESE, 'shift_jis'), 'Shift_JIS', JAPANESE],
    [iconv.encode(RUSSIAN, 'windows-1251'), 'windows-1251', RUSSIAN],
  ] as const) {
    const found = await read(bytes);
    assert.equal(found.encoding, encoding);
    assert.deepEqual(
      found.rows.map((row) => row.cells),
      expected(text),
      encoding,
    );
  }
});

test('reports the line of broken UTF-8 instead of storing garbled text', async () => {
  const broken = Buffer.concat([
    Buffer.from('Name,City\nप्रिया,मुंबई\n'),
    Buffer.from([0x41, 0xff, 0xfe]),
    Buffer.from(',मुंबई\n'),
  ]);
  await assert.rejects(read(broken), /Line 3 has characters that cannot be read/);
});

test('refuses text whose encoding cannot be detected', async () => {
  await assert.rejects(read(iconv.encode('Name\nŁukasz\nżółty\nźdźbło\n', 'iso-8859-2')), (error) => {
    assert.ok(error instanceof UnreadableFile);
    assert.equal(error.status, 422);
    return true;
  });
});

test('detects the delimiter by the number of cells per record', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const text = `Name${delimiter}Note${delimiter}Phone\nAsha${delimiter}"a, b; c | d"${delimiter}98765\nRavi${delimiter}x${delimiter}2\n`;
    const found = await read(text);
    assert.equal(found.delimiter, delimiter);
    assert.deepEqual(found.rows[1]?.cells, ['Asha', 'a, b; c | d', '98765']);
  }
  assert.equal((await read('Name;Amount\nAsha;1,50\nRavi;2,75\n')).delimiter, ';');
  assert.deepEqual(await cells('Name\nAsha\nRavi\n'), [['Name'], ['Asha'], ['Ravi']]);
});

test("obeys Excel's sep= line, which still counts as a row", async () => {
  const { rows, delimiter } = await read('sep=|\r\nName|Email\r\nAsha|a@b.in\r\n');
  assert.equal(delimiter, '|');
  assert.deepEqual(rows, [
    { number: 2, cells: ['Name', 'Email'] },
    { number: 3, cells: ['Asha', 'a@b.in'] },
  ]);
});

test('accepts every line ending, single and mixed', async () => {
  for (const text of ['a,b\r1,2\r3,4\r', 'a,b\n1,2\n3,4', 'a,b\r\n1,2\n3,4\r']) {
    assert.deepEqual(await cells(text), [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
  }
});

test('numbers rows as a spreadsheet does: blank lines count, lines inside a cell do not', async () => {
  const { rows } = await read('Name,Note\n\n"Asha","two\nlines"\nRavi,x\n');
  assert.deepEqual(
    rows.filter((row) => row.cells[0] !== '').map((row) => row.number),
    [1, 3, 4],
  );
  assert.equal(rows[2]?.cells[1], 'two\nlines');
});

test('leaves ragged rows, stray quotes and repeated headers as they are', async () => {
  assert.deepEqual(await cells('Name,Name,__proto__\nAsha\n5" pipe,b,c,d\n"He said ""hi""",x,y\n'), [
    ['Name', 'Name', '__proto__'],
    ['Asha'],
    ['5" pipe', 'b', 'c', 'd'],
    ['He said "hi"', 'x', 'y'],
  ]);
});

test('reports the line of a quote that never closes', async () => {
  await assert.rejects(
    read('Name,Note\nAsha,ok\nRavi,"open\nmore\nlines\n'),
    /^UnreadableFile: Line 3 has an opening quote/,
  );
  const endless = Buffer.alloc(10 * 1024 * 1024, 'x,y\n');
  Buffer.from('Name,Note\r\nAsha,"').copy(endless);
  await assert.rejects(read(endless), /^UnreadableFile: Line 2 has an opening quote/);
});

test('refuses a file without rows', async () => {
  await assert.rejects(read(''), /This file has no rows/);
});
