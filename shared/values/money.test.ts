import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney, shortMoney } from '#shared/values/money.ts';

test('money from one crore up has a short form, and smaller amounts are written in full', () => {
  assert.equal(shortMoney(66_870_000), '₹6.69\u00a0Cr');
  assert.equal(shortMoney(10_000_000), '₹1\u00a0Cr');
  assert.equal(shortMoney(-12_345_678_900), '-₹1,234.57\u00a0Cr');
  assert.equal(shortMoney(9_999_999), '₹99,99,999');
  assert.equal(shortMoney(25_000_000, 'USD'), '$2.50\u00a0Cr');
  assert.equal(shortMoney(null), '-');
  assert.equal(formatMoney(66_870_000), '₹6,68,70,000');
});
