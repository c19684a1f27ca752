import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOfMonth, monthLater, monthName, monthsOf, shareOfMonth } from '#shared/values/months.ts';

test('a month ends on its last day, also in leap years', () => {
  assert.deepEqual(daysOfMonth('2026-11'), { from_date: '2026-11-01', to_date: '2026-11-30' });
  assert.equal(daysOfMonth('2026-12').to_date, '2026-12-31');
  assert.equal(daysOfMonth('2027-02').to_date, '2027-02-28');
  assert.equal(daysOfMonth('2028-02').to_date, '2028-02-29');
});

test('months continue across the end of a year', () => {
  assert.equal(monthLater('2026-12', 1), '2027-01');
  assert.equal(monthLater('2026-01', -1), '2025-12');
});

test('a period has its months, each with its share of days', () => {
  const days = { from_date: '2025-12-16', to_date: '2026-02-14' };
  assert.deepEqual(monthsOf(days), ['2025-12', '2026-01', '2026-02']);
  assert.deepEqual(monthsOf({ from_date: '2026-01-31', to_date: '2026-01-31' }), ['2026-01']);
  assert.deepEqual(
    ['2025-11', '2025-12', '2026-01', '2026-02'].map((month) => shareOfMonth(month, days)),
    [0, 16 / 31, 1, 0.5],
  );
});

test('a month is named with its year, short or long', () => {
  assert.equal(monthName('2026-09'), 'September 2026');
  assert.equal(monthName('2027-01', 'short'), 'Jan 2027');
});
