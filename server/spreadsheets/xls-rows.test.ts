import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compound, xls } from '#test/input/crafted-xls.ts';
import type { Row } from './row-source.ts';
import { xlsRows } from './xls-rows.ts';

test('reads texts, numbers, dates and booleans of an Excel 97 file', async () => {
  const source = await xlsRows(
    xls([
      ['Name', 'Phone', 'Created', 'Open'],
      ['प्रिया शर्मा', 9876543210, { date: 44301.5 }, true],
    ]),
  );
  const rows: Row[] = [];
  for await (const batch of source.rows()) rows.push(...batch);
  assert.equal(source.sheet, 'Leads');
  assert.deepEqual(rows, [
    { number: 1, cells: ['Name', 'Phone', 'Created', 'Open'] },
    { number: 2, cells: ['प्रिया शर्मा', '9876543210', '2021-04-15 12:00:00', 'TRUE'] },
  ]);
});

test('refuses password-protected, older and broken files with a message', async () => {
  await assert.rejects(xlsRows(xls([['Name']], true)), /protected by a password/);
  await assert.rejects(
    xlsRows(compound(Buffer.from('this is no workbook'))),
    /^UnreadableFile: This file could not be read/,
  );
  const good = xls([['Name'], ['Asha']]);
  await assert.rejects(xlsRows(good.subarray(0, 700)), /^UnreadableFile: This file could not be read/);
});
