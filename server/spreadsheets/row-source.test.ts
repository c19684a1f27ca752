import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bounded } from './row-source.ts';
import type { Row, RowSource } from './row-source.ts';

async function through(kind: RowSource['kind'], rows: Row[], most = 10): Promise<number[]> {
  const source: RowSource = {
    kind,
    bytesTotal: 0,
    bytesRead: () => 0,
    async *rows() {
      yield rows;
    },
  };
  const found: number[] = [];
  for await (const batch of bounded(source, most).rows()) found.push(...batch.map(({ number }) => number));
  return found;
}
const rowOf = (number: number, ...cells: string[]): Row => ({ number, cells });

test('a blank row of a sheet is ignored, and an empty JSON object is a lead', async () => {
  const rows = [rowOf(1, 'Name'), rowOf(2), rowOf(3, '', ' '), rowOf(4, 'Asha')];
  for (const kind of ['csv', 'xlsx', 'xls'] as const) assert.deepEqual(await through(kind, rows), [1, 4]);
  assert.deepEqual(await through('json', rows), [1, 2, 3, 4]);
});

test('rows, row numbers, cells and columns are accepted up to exactly their limits', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => rowOf(index + 1, 'x'));
  // The headers are one more row.
  assert.equal((await through('csv', rows(11))).length, 11);
  await assert.rejects(through('csv', rows(12)), /more than 10 rows/);
  assert.deepEqual(await through('xlsx', [rowOf(1_048_576, 'x')]), [1_048_576]);
  await assert.rejects(through('xlsx', [rowOf(1_048_577, 'x')]), /the last row of a spreadsheet/);
  assert.deepEqual(await through('csv', [rowOf(1, 'x'.repeat(32_767))]), [1]);
  await assert.rejects(through('csv', [rowOf(1, 'x'.repeat(32_768))]), /Row 1/);
  const wide = (columns: number, value: string) => rowOf(2, ...Array<string>(columns).fill(''), value);
  assert.deepEqual(await through('csv', [rowOf(1, 'Name'), wide(199, 'x')]), [1, 2]);
  await assert.rejects(through('csv', [rowOf(1, 'Name'), wide(200, 'x')]), /200 columns/);
  assert.deepEqual(await through('csv', [rowOf(1, 'Name'), wide(200, ' ')]), [1]);
});
