import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainNumber } from '#shared/values/numbers.ts';
import { amountOf, grouped, numberOf, readAmount } from './typed-number.ts';

test('numbers are read in usual spellings, and no other text becomes a number', () => {
  for (const [text, plain] of [
    ['1,50,000', '150000'],
    ['₹ 1,50,000.50', '150000.50'],
    ['१५०', '150'],
    ['−3', '-3'],
    ['2.5', '2.5'],
  ] as const)
    assert.equal(plainNumber(text), plain, text);
  for (const text of ['2e5', '1.5 lakh', '1,5', '0x10', '12.', '$ 20', '1 2'])
    assert.equal(plainNumber(text), undefined, text);
  assert.deepEqual([readAmount('12.34'), readAmount('12.345')], ['12.34', undefined]);
  for (const text of ['2e5', '', ' ', 'abc', '0x10', 'Infinity'])
    assert.ok(Number.isNaN(numberOf(text)), text);
  assert.deepEqual([numberOf('-3'), numberOf('12.345'), amountOf('12.345')], [-3, 12.345, Number.NaN]);
  assert.deepEqual(
    [grouped('-150000.50', 'en-IN'), grouped('150000', 'en-US'), grouped('12345678901234567890', 'en-IN')],
    ['-1,50,000.50', '150,000', '1,23,45,67,89,01,23,45,67,890'],
  );
});
