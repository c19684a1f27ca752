import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followUpTimes, snoozeTimes } from '#web/leads/coming-times.ts';

const times = (now: string, zone: string) =>
  snoozeTimes(new Date(now), zone).map(({ at }) => at.toISOString());
const labels = (choices: { label: string }[]) => choices.map(({ label }) => label);

test('an hour, tomorrow and Monday at nine in the client’s time zone', () => {
  // Friday evening in Kolkata.
  assert.deepEqual(times('2026-11-20T14:00:00Z', 'Asia/Kolkata'), [
    '2026-11-20T15:00:00.000Z',
    '2026-11-21T03:30:00.000Z',
    '2026-11-23T03:30:00.000Z',
  ]);
});

test('on Sundays and Mondays Monday is the following one, with its date', () => {
  // Sunday in Kolkata, still Saturday in UTC.
  const sunday = snoozeTimes(new Date('2026-11-21T20:00:00Z'), 'Asia/Kolkata');
  assert.equal(sunday[2]?.at.toISOString(), '2026-11-30T03:30:00.000Z');
  assert.deepEqual(labels(sunday), ['1 hour', 'Tomorrow, 9:00 AM', 'Mon 30 Nov, 9:00 AM']);
  assert.equal(times('2026-11-23T08:00:00Z', 'Asia/Kolkata')[2], '2026-11-30T03:30:00.000Z');
});

test('nine in the morning stays nine when the clocks change', () => {
  assert.equal(times('2026-10-31T12:00:00Z', 'America/St_Johns')[1], '2026-11-01T12:30:00.000Z');
});

test('a follow-up can be planned for this evening until shortly before', () => {
  const at = (now: string) => labels(followUpTimes(new Date(now), 'Asia/Kolkata'));
  const later = ['Tomorrow, 9:00 AM', 'Mon 30 Nov, 9:00 AM'];
  assert.deepEqual(at('2026-11-23T10:59:00Z'), ['Today, 5:00 PM', ...later]);
  assert.deepEqual(at('2026-11-23T11:00:00Z'), later);
});
