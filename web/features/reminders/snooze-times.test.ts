import assert from 'node:assert/strict';
import { test } from 'node:test';
import { snoozeTimes } from '#web/features/reminders/snooze-times.ts';

const times = (now: string, zone: string) =>
  snoozeTimes(new Date(now), zone).map(({ at }) => at.toISOString());

test('an hour, tomorrow and Monday at nine where the client is', () => {
  // Friday evening in Kolkata.
  assert.deepEqual(times('2026-11-20T14:00:00Z', 'Asia/Kolkata'), [
    '2026-11-20T15:00:00.000Z',
    '2026-11-21T03:30:00.000Z',
    '2026-11-23T03:30:00.000Z',
  ]);
});

test('on Sundays and Mondays Monday is the one after', () => {
  // Sunday in Kolkata, still Saturday in UTC.
  assert.equal(times('2026-11-21T20:00:00Z', 'Asia/Kolkata')[2], '2026-11-30T03:30:00.000Z');
  assert.equal(times('2026-11-23T08:00:00Z', 'Asia/Kolkata')[2], '2026-11-30T03:30:00.000Z');
});

test('nine in the morning stays nine when the clocks change', () => {
  assert.equal(times('2026-10-31T12:00:00Z', 'America/St_Johns')[1], '2026-11-01T12:30:00.000Z');
});
