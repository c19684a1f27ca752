import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followUpTimes } from '#web/leads/follow-up-times.ts';

const times = (now: string, timeZone = 'Asia/Kolkata') =>
  followUpTimes(new Date(now), timeZone).map(({ label, at }) => [label, at.toISOString()]);

test('the offered moments name their day, by the clock of the client', () => {
  // Thursday, 3:30 PM in Kolkata.
  assert.deepEqual(times('2026-11-26T10:00:00Z'), [
    ['Today, 5:00 PM', '2026-11-26T11:30:00.000Z'],
    ['Tomorrow, 9:00 AM', '2026-11-27T03:30:00.000Z'],
    ['Mon 30 Nov, 9:00 AM', '2026-11-30T03:30:00.000Z'],
  ]);
});

test('late in the day today is not offered, and the Monday is never tomorrow', () => {
  assert.deepEqual(
    times('2026-11-29T11:00:00Z').map(([label]) => label),
    ['Tomorrow, 9:00 AM', 'Mon 7 Dec, 9:00 AM'],
  );
  assert.deepEqual(
    times('2026-11-30T06:00:00Z').map(([label]) => label),
    ['Today, 5:00 PM', 'Tomorrow, 9:00 AM', 'Mon 7 Dec, 9:00 AM'],
  );
});
