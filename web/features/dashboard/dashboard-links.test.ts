import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countedLeads,
  daysOfMonth,
  monthLabel,
  nextFollowUps,
} from '#web/features/dashboard/dashboard-links.ts';

test('numbers open lists without duplicates, of the chosen client', () => {
  assert.equal(countedLeads(''), '/leads?duplicates=none');
  assert.equal(countedLeads('c1', { meaning: 'won' }), '/leads?meaning=won&client_id=c1&duplicates=none');
  assert.equal(nextFollowUps(''), '/leads?sort_by=next_followup_date&sort_order=asc');
});

test('a month ends on its last day, also in leap years', () => {
  assert.deepEqual(daysOfMonth('2026-11'), { from_date: '2026-11-01', to_date: '2026-11-30' });
  assert.equal(daysOfMonth('2026-12').to_date, '2026-12-31');
  assert.equal(daysOfMonth('2027-02').to_date, '2027-02-28');
  assert.equal(daysOfMonth('2028-02').to_date, '2028-02-29');
});

test('months are short and carry their year', () => {
  assert.equal(monthLabel('2026-09'), 'Sep 2026');
  assert.equal(monthLabel('2027-01'), 'Jan 2027');
});
