import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBefore } from '#shared/activities/reports.ts';
import { daysOf } from '#web/features/reports/report-days.ts';
import type { PeriodName } from '#web/features/reports/report-days.ts';
import { daysText, figureLink } from '#web/features/reports/report-links.ts';

const NONE = { from_date: '', to_date: '' };

test('a quarter starts in January, April, July or October, and runs until today', () => {
  const first = ['01', '01', '01', '04', '04', '04', '07', '07', '07', '10', '10', '10'];
  for (const [index, month] of first.entries()) {
    const today = `2026-${String(index + 1).padStart(2, '0')}-25`;
    assert.deepEqual(daysOf('this_quarter', today, NONE), {
      from_date: `2026-${month}-01`,
      to_date: today,
      unit: 'quarter',
    });
  }
});

test('one day is not a period from itself to itself', () => {
  const days = { from_date: '2026-10-01', to_date: '2026-10-01' };
  assert.equal(daysText(days), '01/10/2026');
  assert.equal(daysText({ ...days, to_date: '2026-10-31' }), '01/10/2026 to 31/10/2026');
});

test('financial years and their halves begin in April, and are compared with the same days of the ones before', () => {
  const text = (period: PeriodName, today: string) => {
    const days = daysOf(period, today, NONE);
    const before = daysBefore(days);
    return `${days.from_date} ${days.to_date}, ${before.from_date} ${before.to_date}`;
  };
  const cases = [
    ['this_year', '2026-11-25', '2026-04-01 2026-11-25, 2025-04-01 2025-11-25'],
    ['this_year', '2027-02-10', '2026-04-01 2027-02-10, 2025-04-01 2026-02-10'],
    ['last_year', '2026-04-01', '2025-04-01 2026-03-31, 2024-04-01 2025-03-31'],
    ['this_half_year', '2026-11-25', '2026-10-01 2026-11-25, 2026-04-01 2026-05-25'],
    ['last_half_year', '2026-03-31', '2025-04-01 2025-09-30, 2024-10-01 2025-03-31'],
    ['last_quarter', '2026-01-15', '2025-10-01 2025-12-31, 2025-07-01 2025-09-30'],
  ] as const;
  for (const [period, today, expected] of cases) assert.equal(text(period, today), expected, period);
});

test('financial years, halves and quarters begin in the month that the client has chosen', () => {
  const first = (period: PeriodName, today: string, yearBegins: number) =>
    daysOf(period, today, NONE, yearBegins).from_date;
  for (const [period, today, yearBegins, expected] of [
    ['this_year', '2026-11-25', 1, '2026-01-01'],
    ['this_half_year', '2026-11-25', 1, '2026-07-01'],
    ['this_year', '2026-06-30', 7, '2025-07-01'],
    ['last_year', '2026-07-01', 7, '2025-07-01'],
    ['this_quarter', '2026-01-31', 2, '2025-11-01'],
    ['this_year', '2026-12-01', 12, '2026-12-01'],
  ] as const)
    assert.equal(first(period, today, yearBegins), expected, `${period} ${today} ${yearBegins}`);
});

test('a quarter in its first month is still compared as a quarter', () => {
  const before = (period: 'this_quarter' | 'this_month') =>
    daysBefore(daysOf(period, '2026-10-25', NONE)).from_date;
  assert.deepEqual([before('this_quarter'), before('this_month')], ['2026-07-01', '2026-09-01']);
});

test("a figure's follow-up list shows everybody's, and one for a person shows theirs", () => {
  const of = { clientId: undefined, days: daysOf('this_quarter', '2026-10-25', NONE) };
  const search = (people?: string[]) =>
    new URL(figureLink('follow_ups_open', of, people) ?? '', 'http://lms').searchParams;
  assert.equal(search().get('mine'), 'false');
  assert.equal(search().has('unit'), false);
  assert.deepEqual(search(['asha']).getAll('user_id'), ['asha']);
  assert.equal(search(['asha']).has('mine'), false);
});
