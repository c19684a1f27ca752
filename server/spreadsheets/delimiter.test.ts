import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectDelimiter } from './delimiter.ts';

const HEADERS = new Set(['name', 'phone', 'mobile', 'address', 'tags', 'email', 'city']);
const isHeader = (cell: string) => HEADERS.has(cell.trim().toLowerCase());
const delimiterOf = (lines: string[]) => detectDelimiter(`${lines.join('\n')}\n`, isHeader).delimiter;

const ROADS = '12 Lake Road, Kothrud, Pune, Maharashtra';
const rows = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index));

test('the delimiter that yields known headers wins, however often another one occurs in the rows', () => {
  for (const count of [1, 8, 12, 40, 60]) {
    for (const sign of [';', '\t', '|']) {
      const of = (...cells: string[]) => cells.join(sign);
      assert.equal(
        delimiterOf([
          of('Name', 'Phone', 'Address'),
          ...rows(count, (index) => of(`Lead ${index}`, `984501${index}`, ROADS)),
        ]),
        sign,
      );
      assert.equal(
        delimiterOf([
          of('Name', 'Phone', 'Address'),
          ...rows(count, (index) => of(`Lead ${index}`, `984501${index}`, `"${ROADS}"`)),
        ]),
        sign,
      );
      assert.equal(delimiterOf([of('Name', 'Address'), ...rows(count, () => of('Asha', ROADS))]), sign);
      assert.equal(
        delimiterOf([
          'Leads of May, all of them, as printed',
          of('Name', 'Address'),
          ...rows(count, () => of('Asha', ROADS)),
        ]),
        sign,
      );
    }
    assert.equal(delimiterOf(['Name,Tags', ...rows(count, () => 'Asha,vip;new;pune;hot')]), ',');
    assert.equal(delimiterOf(['Name,Tags', ...rows(count, () => 'Asha,vip|new|pune|hot')]), ',');
    assert.equal(delimiterOf(['Name, Phone, Email', ...rows(count, () => 'Asha, 9845010001, a@x.in')]), ',');
  }
});

test('without headers the delimiter that yields whole numbers and emails wins, not punctuation of sentences', () => {
  assert.equal(delimiterOf(rows(25, (index) => `Asha Rao\t98450100${index + 10}\t${ROADS}`)), '\t');
  assert.equal(delimiterOf(rows(25, (index) => `Asha Rao;98450100${index + 10};${ROADS}`)), ';');
  assert.equal(delimiterOf(rows(5, () => `Asha Rao\t${ROADS}`)), '\t');
  assert.equal(delimiterOf(rows(5, () => 'Asha Rao,9845010001,vip;new;hot')), ',');
});

test('a single column stays one', () => {
  const alone = delimiterOf(['Name', 'Rao, Asha', 'Das, Bina']);
  assert.ok(alone !== ',', alone);
  assert.equal(delimiterOf(['Name', 'Asha,9845010001', 'Bina,9845010002']), ',');
});

test('a first line that names the delimiter decides', () => {
  assert.deepEqual(detectDelimiter('sep=|\nName,Phone|City\n', isHeader), {
    delimiter: '|',
    skipFirstLine: true,
  });
});
