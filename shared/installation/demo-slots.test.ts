import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEMO_TIMES,
  DEMO_TIME_ZONE,
  demoDates,
  isDemoSlot,
  slotStart,
} from '#shared/installation/demo-slots.ts';

const SATURDAY = new Date('2026-11-21T08:00:00Z');

test('dates are the first fourteen weekdays from tomorrow on', () => {
  assert.deepEqual(demoDates(SATURDAY, DEMO_TIME_ZONE), [
    '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27',
    '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04',
    '2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10',
  ]); // prettier-ignore
});

test('tomorrow is in the zone of the slots', () => {
  const lateOnMonday = new Date('2026-11-23T19:00:00Z');
  assert.equal(demoDates(lateOnMonday, 'Asia/Kolkata')[0], '2026-11-25');
  assert.equal(demoDates(lateOnMonday, 'America/New_York')[0], '2026-11-24');
});

test('times are every half hour from 9:00 to 16:30', () => {
  assert.equal(DEMO_TIMES.length, 16);
  assert.deepEqual([DEMO_TIMES[0], DEMO_TIMES[1], DEMO_TIMES.at(-1)], [540, 570, 990]);
  assert.equal(slotStart('2026-11-23', 540, 'Asia/Kolkata')?.toISOString(), '2026-11-23T03:30:00.000Z');
});

test('only an offered slot is accepted', () => {
  const isSlot = (text: string) => isDemoSlot(new Date(text), SATURDAY, DEMO_TIME_ZONE);
  assert.ok(isSlot('2026-11-23T09:00:00+05:30'));
  assert.ok(isSlot('2026-12-10T16:30:00+05:30'));
  for (const other of [
    '2026-11-21T15:00:00+05:30',
    '2026-11-22T09:00:00+05:30',
    '2026-11-23T09:10:00+05:30',
    '2026-11-23T08:30:00+05:30',
    '2026-11-23T17:00:00+05:30',
    '2026-12-11T09:00:00+05:30',
    '2020-11-23T09:00:00+05:30',
  ])
    assert.ok(!isSlot(other), other);
});
