import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRelativeDays, relativeDays } from '#shared/values/relative-days.ts';

test('relative words become calendar days, across months and years', () => {
  const of = (word: string, today = '2026-11-26') => {
    const { from = '', to = '' } = relativeDays(word, today);
    return `${from}..${to}`;
  };
  assert.equal(of('today'), '2026-11-26..2026-11-26');
  assert.equal(of('yesterday', '2027-01-01'), '2026-12-31..2026-12-31');
  assert.equal(of('tomorrow', '2028-02-28'), '2028-02-29..2028-02-29');
  assert.equal(of('this_week'), '2026-11-23..2026-11-29');
  assert.equal(of('this_week', '2026-11-29'), '2026-11-23..2026-11-29');
  assert.equal(of('this_month'), '2026-11-01..2026-11-30');
  assert.equal(of('this_month', '2028-02-10'), '2028-02-01..2028-02-29');
  assert.equal(of('last_month', '2026-01-15'), '2025-12-01..2025-12-31');
  assert.equal(of('last_7_days'), '2026-11-20..2026-11-26');
  assert.equal(of('next_7_days'), '2026-11-26..2026-12-02');
  assert.equal(of('older_than_30_days'), '..2026-10-26');
  assert.equal(of('someday'), '..');
});

test('unknown words are refused', () => {
  for (const word of ['today', 'last_1_days', 'older_than_365_days']) assert.ok(isRelativeDays(word), word);
  for (const word of ['Today', 'last_0_days', 'last_x_days', 'constructor', ''])
    assert.ok(!isRelativeDays(word), word);
});
